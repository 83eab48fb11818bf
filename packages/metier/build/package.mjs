// What the parts of the build know about the package.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const PACKAGE = join(import.meta.dirname, '..')

const { exports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))

/** What package.json exports as `./dist/x.js` is made of `src/x.ts`. */
export const ENTRIES = Object.values(exports)
  .flatMap((target) => target.default ?? [])
  .map((target) => target.slice('./dist/'.length, -'.js'.length))
