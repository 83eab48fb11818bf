/** Semantic versions: which text is one, and an order that a database can keep. */

const VERSION =
  /^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})(?:-((?:0|[1-9]\d{0,14}|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d{0,14}|\d*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/
const LONGEST = 128
const DIGITS = 15

export function isSemanticVersion(text: string): boolean {
  return text.length <= LONGEST && VERSION.test(text)
}

/** A text whose bytes compare as the versions do. The version has to be one. */
export function positionOf(version: string): string {
  const [, major = '', minor = '', patch = '', prerelease] = VERSION.exec(version) ?? []
  const release = [major, minor, patch].map(pad).join('.')
  // `~` sorts after every letter, so that a release follows its prereleases; `!` sorts before, so that fewer parts come first.
  if (prerelease === undefined) return `${release}~`
  const parts = prerelease.split('.').map((part) => (/^\d+$/.test(part) ? `0${pad(part)}` : `1${part}`))
  return `${release}-${parts.join('!')}`
}

function pad(number: string): string {
  return number.padStart(DIGITS, '0')
}
