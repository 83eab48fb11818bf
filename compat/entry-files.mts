/** Metier's entry files by the names that hosts import: the tests beside this file run the sources. */

import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = join(dirname(fileURLToPath(import.meta.url)), '../packages/metier/src')

/** `metier/x` is the entry file `x.ts`, `metier` itself `index.ts`. */
export function entryFiles() {
  const names = readdirSync(source).filter((name) => name.endsWith('.ts'))
  return names.map((file) => {
    const name = file.slice(0, -'.ts'.length)
    return { find: new RegExp(`^metier${name === 'index' ? '' : `/${name}`}$`), replacement: join(source, file) }
  })
}
