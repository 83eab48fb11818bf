// Our sources with escapes for everything beyond ASCII. esbuild writes those by itself, but not in patterns, and the engine takes five
// times as long to read a program that has a single such character.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKAGE } from './package.mjs'

const BEYOND = /[^\0-\x7f]/g
/** An escape cannot be escaped, and a raw template would show it: such a file stays as it is, which is only slower. */
const IMPOSSIBLE = /\\[^\0-\x7f]|String\.raw/

export const ascii = {
  name: 'ascii',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = path.startsWith(join(PACKAGE, 'src')) ? await readFile(path, 'utf8') : ''
      if (text.search(BEYOND) < 0 || IMPOSSIBLE.test(text)) return undefined
      return { contents: text.replaceAll(BEYOND, toEscape), loader: 'ts' }
    })
  },
}

/** Of a pair of surrogates, each by itself. */
function toEscape(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
