/** The names that an install directory may have (security 6.10), in any script; checked before any path is built. */

import { CONFUSABLES } from './text/confusables.js'

const LONGEST = 64
/** Most file systems allow 255. */
const LONGEST_BYTES = 240
const CHARACTERS = /^[\p{L}\p{Nd}](?:[\p{L}\p{M}\p{Nd}-]*[\p{L}\p{M}\p{Nd}])?$/u
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

/** Scripts in everyday use. Japanese, Korean and Chinese texts mix several. */
const WRITING_SYSTEMS: readonly (readonly string[])[] = [
  ['Latin'],
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
  ...[
    'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao',
    'Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan',
  ].flatMap((names) => names.split(' ').map((name) => [name])),
]
const ASCII = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/
let systems: readonly RegExp[] | undefined

/** Whether an install directory may have this name: lowercase letters of one script, or of Latin and one other, digits, inner hyphens. */
export function isInstallName(name: string): boolean {
  if (ASCII.test(name)) return true
  const isPlain = name === name.normalize('NFKC') && name === name.toLowerCase() && !INVISIBLE.test(name)
  if (!isPlain || !CHARACTERS.test(name)) return false
  return [...name].length <= LONGEST && new TextEncoder().encode(name).length <= LONGEST_BYTES && isOneScript(name)
}

function isOneScript(name: string): boolean {
  systems ??= WRITING_SYSTEMS.map((scripts) => {
    const letters = ['Latin', ...scripts].map((script) => `\\p{Script_Extensions=${script}}`).join('')
    return new RegExp(`^[0-9${letters}-]+$`, 'u')
  })
  return systems.some((system) => system.test(name))
}

/** The nearest valid name for an install directory, or undefined if nothing is left. */
export function toInstallName(name: string): string | undefined {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/[^\p{L}\p{M}\p{Nd}]+/gu, '-')
    .replace(/^[-\p{M}]+/u, '')
  const cut = [...plain].slice(0, LONGEST).join('').replace(/-$/, '')
  return isInstallName(cut) ? cut : undefined
}

/** One spelling for the names that a file system may treat as equal. */
export function foldInstallName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}

/** Whether two different names look the same to a reader. */
export function isLookAlike(name: string, other: string): boolean {
  return foldInstallName(name) !== foldInstallName(other) && toSkeleton(name) === toSkeleton(other)
}

function toSkeleton(name: string): string {
  return Array.from(foldInstallName(name), (letter) => CONFUSABLES.get(letter) ?? letter).join('')
}
