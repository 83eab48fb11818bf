/** Nothing outside a root is ever read, but for a linked skill folder's own files in a root of the user's own. */
import { chownSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { directoryOf, fileOf, hasTrait } from '../../src/registry/record/skill-record.js'
import type { Root } from '../../src/registry/root.js'
import { codeOf } from '../../src/skill/unknown-value.js'
import { isSuperuser } from '../support/other-user.js'
import { scanRoot } from '../support/scanning.js'
import { memoryFolder, skillText } from '../support/temporary.js'

const SECRET = 'kept outside'

type Step =
  | { readonly kind: 'skill'; readonly path: string; readonly file: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }

const name = fc.constantFrom('a', 'b', 'c', 'SKILL.md')
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
const target = fc.oneof(
  path,
  path.map((inner) => `../${inner}`),
  fc.constantFrom(
    '.',
    '..',
    '../..',
    'OUTSIDE',
    'OUTSIDE/secret',
    'OUTSIDE/secret/SKILL.md',
    'OUTSIDE/loop',
    'SKILL.md',
  ),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('skill' as const), path, file: fc.constantFrom('SKILL.md', 'skill.md') }),
  fc.record({ kind: fc.constant('link' as const), path, target }),
)

/** Makes what can be made of the steps; some stand in each other's way. */
function plant(root: string, outside: string, steps: readonly Step[]): void {
  for (const planted of steps) {
    try {
      const place = join(root, planted.path)
      mkdirSync(planted.kind === 'skill' ? place : dirname(place), { recursive: true })
      if (!realpathSync(dirname(place)).startsWith(root)) continue
      if (planted.kind === 'link') symlinkSync(planted.target.replace('OUTSIDE', outside), place)
      else if (realpathSync(place).startsWith(root))
        writeFileSync(join(place, planted.file), skillText('x', 'kept inside'))
    } catch (error) {
      expect(['EEXIST', 'ENOTDIR', 'ELOOP', 'ENOENT', 'EISDIR']).toContain(codeOf(error))
    }
  }
}

async function scanPlanted(steps: readonly Step[], owner?: number) {
  const folder = memoryFolder()
  const [path, outside] = [join(folder, 'root'), join(folder, 'outside')]
  mkdirSync(path)
  mkdirSync(join(outside, 'secret'), { recursive: true })
  writeFileSync(join(outside, 'secret/SKILL.md'), skillText('secret', SECRET))
  symlinkSync('..', join(outside, 'loop'))
  plant(path, outside, steps)
  if (owner !== undefined) chownSync(path, owner, owner)
  const root: Root = { path, scope: 'project', isExplicit: true }
  const scan = await scanRoot(root, { limits: { walkEntries: 3000 } })
  const again = await scanRoot(root, { limits: { walkEntries: 3000 }, previous: scan, now: () => Date.now() + 60_000 })
  const places = scan.records
    .filter((record) => hasTrait(record, 'loadable'))
    .map((record) => ({ record, file: realpathSync(fileOf(record)), home: realpathSync(directoryOf(record)) }))
  rmSync(folder, { recursive: true })
  return { path, scan, again, places }
}

const steps = fc.array(step, { minLength: 1, maxLength: 14 })

describe('for any tree of folders and links', () => {
  test('a main file that is read lies in the real folder of its skill', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (planted) => {
        const { places } = await scanPlanted(planted)
        for (const { file, home } of places) expect(file.startsWith(`${home}/`)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('a second look finds the same', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (planted) => {
        const { scan, again } = await scanPlanted(planted)
        expect(again.records).toEqual(scan.records)
        expect(again.diagnostics).toEqual(scan.diagnostics)
      }),
      { numRuns: 200 },
    )
  })

  test.runIf(isSuperuser)('in a root of somebody else nothing outside the root is read', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (planted) => {
        const { path, scan, places } = await scanPlanted(planted, 12_345)
        for (const { file } of places) expect(file.startsWith(`${path}/`)).toBe(true)
        expect(JSON.stringify(scan)).not.toContain(SECRET)
      }),
      { numRuns: 300 },
    )
  })
})
