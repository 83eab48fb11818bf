/** The links of the pages lead somewhere, on a code host and in the built site. */

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary.js'
import { repository } from './programs.js'

// Through variables that TypeScript does not resolve: the scripts have no types.
const { findAnchors, findLinks } = (await import(join(repository, 'scripts/lib/docs/markdown.mjs'))) as {
  readonly findAnchors: (text: string) => ReadonlySet<string>
  readonly findLinks: (text: string) => readonly { readonly target: string; readonly offset: number }[]
}
const { checkLinks } = (await import(join(repository, 'scripts/lib/docs/check-links.mjs'))) as {
  readonly checkLinks: (root: string, files: readonly string[]) => readonly string[]
}
const { checkSite } = (await import(join(repository, 'site/lib/check-site.mjs'))) as {
  readonly checkSite: (folder: string, base?: string) => { readonly problems: readonly string[] }
}

test('every link and anchor of every page leads somewhere', () => {
  expect(execFileSync(process.execPath, [join(repository, 'scripts/links.mjs')], { encoding: 'utf8' })).toBe('')
})

test('a link that leads nowhere is reported with its line', () => {
  const folder = temporaryFolder({
    'a/b.md': '# A\n\n[1](c.md) [2](#a)\n[3](#c) [4](../d.md#e) [5](../../x)\n',
    'd.md': '# D\n',
  })
  expect(checkLinks(folder, ['a/b.md'])).toEqual([
    'a/b.md:3: c.md: no such file',
    'a/b.md:4: #c: no such heading',
    'a/b.md:4: ../d.md#e: no such heading',
    'a/b.md:4: ../../x: outside of the repository',
  ])
})

test('links in code are none, and anchors are those of a code host', () => {
  const text = '# A `b.c` (d)\n\n[x](y.md#z) `[no](n.md)`\n\n```md\n# no\n[no](n.md)\n```\n\n## E_f: g\n\n## E_f: g\n'
  expect(findLinks(text).map(({ target }) => target)).toEqual(['y.md#z'])
  expect([...findAnchors(text)]).toEqual(['a-bc-d', 'e_f-g', 'e_f-g-1'])
})

test('in the built site, a missing file, a missing anchor and a page without Markdown are reported', () => {
  const folder = temporaryFolder({
    'index.html':
      '<h1 id="a">A</h1><a href="/b.html#x">b</a><a href="c.html">c</a><a href="#a">a</a><a href="https://x.y">x</a>',
    'index.md': '# A\n',
    'b.html': '<p id="y"></p>',
  })
  expect(checkSite(folder).problems).toEqual([
    'index.html: /b.html#x: no such anchor',
    'index.html: c.html: no such file',
    'b.html: has no Markdown',
  ])
})
