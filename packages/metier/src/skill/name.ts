/** Valid skill names: *safe* is always required, *conformant* by the specification. */

import { LIMITS } from './limits.js'
import { cutText } from './text/cut-text.js'

/** Characters that can be displayed and compared. */
export const LONGEST_SAFE_NAME = 256

// Control characters, separators, and the line separators that only Unicode knows.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f/\\\u2028\u2029]|\.\./

/** Whether a name is safe to display, look up and compare: one line, no separators, no `..`. */
export function isSafeName(name: string): boolean {
  return name.length > 0 && name.length <= LONGEST_SAFE_NAME && name !== '.' && !UNSAFE.test(name)
}

const CONFORMANT = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Whether a name has only lowercase letters, digits and single inner hyphens, as the specification requires. */
export function isConformantName(name: string): boolean {
  return name.length <= LIMITS.nameLength && CONFORMANT.test(name)
}

/** The nearest conformant name, or undefined if no valid character is left. */
export function suggestConformantName(name: string): string | undefined {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LIMITS.nameLength)
    .replace(/^-|-$/g, '')
  return plain === '' ? undefined : plain
}

/** Derives a safe name from any directory name. */
export function nameOfDirectory(directory: string): string {
  if (isSafeName(directory)) return directory
  const fixed = Array.from(cutText(directory, LONGEST_SAFE_NAME), (character) =>
    isSafeName(character) ? character : '-',
  )
    .join('')
    .replace(/\.{2,}/g, '.')
  return isSafeName(fixed) ? fixed : 'skill'
}
