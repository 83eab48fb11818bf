/** The numbers of requirements that tests cite at the head of their names. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** The texts of all tests but one, which has examples of citations. */
export function readTestFiles(except: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts') && entry.name !== except)
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

/** All numbers from the first to the last. */
export function numbersFrom(first: string, last: string): readonly number[] {
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at)
}
