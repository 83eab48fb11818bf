/** What users download: every published package has what it promises, and nothing else. */

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'

const PACKAGES = join(import.meta.dirname, '../..')

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string | { readonly types?: string; readonly default: string }>>
}

const published = readdirSync(PACKAGES)
  .map((folder) => join(PACKAGES, folder))
  .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest }))
  .filter(({ manifest }) => manifest.private !== true)
  .map(({ folder, manifest }) => ({ name: manifest.name, folder, manifest }))

/** Where a file may be, and how its name may end. */
const EXPECTED = [
  /^(?:package\.json|LICENSE|README\.md)$/,
  /^bin\/[\w-]+\.(?:c?js|mjs)$/,
  /^schemas\/[\w-]+\.schema\.json$/,
  /^src\/(?:[\w-]+\/)*[\w-]+\.(?:ts|sql)$/,
  /^dist\/(?:[\w-]+\/)*[\w.-]+\.(?:c?js|mjs|d\.ts|map|css|html|svg|png|ico|woff2|sql|wasm|data)$/,
  /^dist\/THIRD-PARTY-LICENSES\.txt$/,
]
/** What would match above and does not belong there. */
const UNWANTED = /^(?:test|tests|fixtures)\/|(?:^|\/)(?:node_modules\/|\.env)|\.(?:test|spec)\.|\.tsbuildinfo$|\.tgz$/

function listPacked(folder: string): readonly string[] {
  const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [packed] = JSON.parse(listing) as readonly [{ readonly files: readonly { readonly path: string }[] }]
  return packed.files.map(({ path }) => path)
}

test('there is a package to publish', () => {
  expect(published.map(({ name }) => name)).toContain('metier')
})

describe.each(published)('$name', ({ folder, manifest }) => {
  const paths = listPacked(folder)

  test('has no file that does not belong there', () => {
    expect(paths.filter((path) => !EXPECTED.some((pattern) => pattern.test(path)) || UNWANTED.test(path))).toEqual([])
  })

  test('has everything that its manifest names, and its papers', () => {
    const targets = Object.values(manifest.exports ?? {}).flatMap((target) =>
      typeof target === 'string' ? [target] : [target.types ?? target.default, target.default],
    )
    const named = [...targets, ...Object.values(manifest.bin ?? {})].map((path) => posix.normalize(path))
    expect(named.length).toBeGreaterThan(0)
    expect([...named, 'LICENSE', 'README.md'].filter((path) => !paths.includes(path))).toEqual([])
  })

  test('has the sources that its maps lead to', () => {
    const known = new Set(paths)
    const missing = paths
      .filter((path) => /^dist\/[\w-]+\.js\.map$/.test(path))
      .flatMap((path) => {
        const { sources } = JSON.parse(readFileSync(join(folder, path), 'utf8')) as { readonly sources: string[] }
        return sources.map((source) => posix.join(posix.dirname(path), source))
      })
      .filter((source) => source.startsWith('src/') && !known.has(source))
    expect(missing).toEqual([])
  })
})
