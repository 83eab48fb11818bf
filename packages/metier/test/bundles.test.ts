/** An application that is bundled into one file with Metier in it, and moved to where no package is. */

import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from './support/temporary.js'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const HOOK_MILLISECONDS = 120_000
const place = mkdtempSync(join(tmpdir(), 'metier-bundles-'))
const application = join(place, 'application')

beforeAll(() => {
  const [clone, packages] = [join(place, 'clone/metier'), join(application, 'node_modules')]
  for (const folder of [clone, packages]) mkdirSync(folder, { recursive: true })
  copyFileSync(join(packageFolder, 'package.json'), join(clone, 'package.json'))
  execFileSync(process.execPath, [join(packageFolder, 'build.mjs'), join(clone, 'dist')])
  // As `npm install ../metier/packages/metier` does it.
  symlinkSync(clone, join(packages, 'metier'))
}, HOOK_MILLISECONDS)
afterAll(() => rm(place, { recursive: true, force: true }), HOOK_MILLISECONDS)

/** Its frontmatter is valid, but beyond our own reader. */
const SKILL = '---\nname: shout\ndescription: &text Shouts\nmetadata: { note: *text }\n---\nShout.\n'
const TOOL = `tools:
  - name: shout
    description: Shouts
    input: { type: object, properties: { text: { type: string } }, required: [text] }
    run: [node, shout.mjs]
`
const FILES = {
  'skills/shout/SKILL.md': SKILL,
  'skills/shout/tools.yaml': TOOL,
  'skills/shout/shout.mjs': "process.stdin.on('data', (d) => console.log(JSON.parse(d).text.toUpperCase()))\n",
}

const PROGRAM = `
import { SkillManager } from 'metier'
import { VirtualWorkspace } from 'metier/workspace'
async function main() {
  const options = { home: 'home', roots: [{ path: 'skills' }], index: false, config: { sandbox: 'off' } }
  const skillManager = await SkillManager.open(options)
  await skillManager.approve('shout')
  const workspace = new VirtualWorkspace({ skillManager, approve: async () => true })
  const { success, message } = await workspace.activateSkill('shout')
  const called = await workspace.callTool('shout', { text: 'hello' })
  await workspace.close()
  await skillManager.close()
  console.log(JSON.stringify({ success, message, called }))
}
void main()
`

interface Bundle {
  readonly file: string
  readonly warnings: readonly string[]
}

interface Outcome {
  readonly message: string
  readonly called: { readonly success: boolean }
}

async function bundle(format: 'esm' | 'cjs', external: string[] = []): Promise<Bundle> {
  const file = join(place, format, format === 'esm' ? 'agent.mjs' : 'agent.cjs')
  const stdin = { contents: PROGRAM, resolveDir: application }
  const options = { bundle: true, platform: 'node', logLevel: 'silent' } as const
  const { warnings } = await build({ stdin, outfile: file, format, external, ...options })
  return { file, warnings: warnings.map(({ text }) => text) }
}

/** Runs a bundle in a directory with nothing but the skill. */
function runMoved(file: string): unknown {
  const folder = temporaryFolder(FILES)
  const moved = join(folder, basename(file))
  copyFileSync(file, moved)
  const { stdout, stderr } = spawnSync(process.execPath, [moved], { cwd: folder, encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test.each(['esm', 'cjs'] as const)(
  'an agent bundled as %s runs a skill with tools in an empty directory',
  async (format) => {
    expect(runMoved((await bundle(format)).file)).toEqual({
      success: true,
      message: "Skill 'shout' is active with these tools: shout",
      called: { success: true, result: 'HELLO\n' },
    })
  },
)

test.each(['esm', 'cjs'] as const)('a bundle as %s without the YAML reader refuses what needs it', async (format) => {
  const { file } = await bundle(format, ['*/yaml.cjs'])
  const { message, called } = runMoved(file) as Outcome
  expect(called.success).toBe(false)
  expect(message).toContain('the YAML reader is missing from this program')
  expect(message).not.toContain('Require stack')
})

test('a package that npm links is bundled without a warning', async () => {
  expect((await bundle('esm')).warnings).toEqual([])
})
