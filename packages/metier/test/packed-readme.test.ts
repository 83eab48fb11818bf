/** What people read on the page of the published package. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PACKAGE = join(import.meta.dirname, '..')
// A name that TypeScript does not resolve: the build's own files have no types.
const { toAbsoluteLinks } = (await import(join(PACKAGE, 'build/papers.mjs'))) as {
  readonly toAbsoluteLinks: (text: string, homepage: string) => string
}
const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
  readonly homepage: string
  readonly bugs: { readonly url: string }
  readonly repository: { readonly url: string; readonly directory: string }
}

function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? '',
  )
}

test('every link and image of the packed README is absolute, or its file is packed', () => {
  const text = toAbsoluteLinks(readFileSync(join(PACKAGE, '../../README.md'), 'utf8'), manifest.homepage)
  const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: PACKAGE,
    encoding: 'utf8',
  })
  const [packed] = JSON.parse(listing) as readonly [{ readonly files: readonly { readonly path: string }[] }]
  const paths = new Set(packed.files.map(({ path }) => path))
  const links = linksIn(text)
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter((link) => !/^https:\/\/|^#/.test(link) && !paths.has(link))).toEqual([])
})

test('images lead to the file, pages to the page, and other links stay as they are', () => {
  const text = '![a](docs/a.svg) [b](docs/b.md#c) [d](#d) [e](https://e.example/) [f](LICENSE)'
  expect(toAbsoluteLinks(text, 'https://github.com/o/r')).toBe(
    '![a](https://raw.githubusercontent.com/o/r/HEAD/docs/a.svg) [b](https://github.com/o/r/blob/HEAD/docs/b.md#c) [d](#d) [e](https://e.example/) [f](LICENSE)',
  )
})

test('the package names its repository, its page and where to report a bug', () => {
  const { homepage, bugs, repository } = manifest
  expect(bugs.url).toBe(`${homepage}/issues`)
  expect(repository).toMatchObject({ url: `git+${homepage}.git`, directory: 'packages/metier' })
})
