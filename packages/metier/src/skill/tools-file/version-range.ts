/** The part of semantic versioning that tools need: `^1.2`, `~1.2.3`, `>=1 <3`, `1.x`, `a || b`. */

type Version = readonly [major: number, minor: number, patch: number, prerelease: string]

/** A tool that is needed, with the versions that satisfy the need. */
export interface ToolNeed {
  readonly name: string
  readonly range: string | undefined
}

/** Splits `extract_text@^1.2` into name and range. */
export function readToolNeed(text: string): ToolNeed {
  const at = text.indexOf('@', 1)
  return at < 0 ? { name: text, range: undefined } : { name: text.slice(0, at), range: text.slice(at + 1) }
}

/**
 * Whether a version is in a range. Text that cannot be read satisfies nothing, and a missing version satisfies only
 * `*`.
 */
export function satisfies(version: string | undefined, range: string | undefined): boolean {
  if (range === undefined || range.trim() === '' || range.trim() === '*') return true
  const read = version === undefined ? undefined : readVersion(version)
  if (read === undefined) return false
  return range.split('||').some((part) => satisfiesAll(read, part))
}

/** Whether a range can be read. */
export function isRange(range: string): boolean {
  return range.split('||').every((part) => comparatorsOf(part).every((text) => readComparator(text) !== undefined))
}

/** Negative if the first version is older. A tool without a version is older than any other. */
export function compareVersions(first: string | undefined, second: string | undefined): number {
  const one = first === undefined ? undefined : readVersion(first)
  const other = second === undefined ? undefined : readVersion(second)
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined)
  return compare(one, other)
}

interface Bounds {
  readonly from: Version
  /** Exclusive; undefined if there is no upper bound. */
  readonly to: Version | undefined
}

const COMPARATOR =
  /^(\^|~|>=|<=|>|<|=)?v?(\d{1,9}|[x*])(?:\.(\d{1,9}|[x*]))?(?:\.(\d{1,9}|[x*]))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/

function comparatorsOf(part: string): readonly string[] {
  // `>= 1` is one comparator, despite the space.
  const words = part.replace(/(\^|~|>=|<=|>|<|=)\s+/g, '$1').split(/\s+/)
  return words.filter((word) => word !== '')
}

function satisfiesAll(version: Version, part: string): boolean {
  const bounds = comparatorsOf(part).map(readComparator)
  const [major, minor, patch, prerelease] = version
  // A prerelease matches only a range that names a prerelease of the same version, as in npm.
  const isNamed = bounds.some((bound) => bound?.from[3] !== '' && isSame(bound?.from, [major, minor, patch]))
  if (prerelease !== '' && !isNamed) return false
  return bounds.every((bound) => bound !== undefined && isWithin(version, bound))
}

function isSame(version: Version | undefined, numbers: readonly number[]): boolean {
  return version !== undefined && numbers.every((number, at) => version[at] === number)
}

function isWithin(version: Version, { from, to }: Bounds): boolean {
  return compare(version, from) >= 0 && (to === undefined || compare(version, to) < 0)
}

function readComparator(text: string): Bounds | undefined {
  const match = COMPARATOR.exec(text)
  if (match === null) return undefined
  const [, operator = '=', ...parts] = match
  const numbers = parts.slice(0, 3).map((part) => (part === undefined || /[x*]/.test(part) ? undefined : Number(part)))
  const [major, minor, patch] = numbers
  const from: Version = [major ?? 0, minor ?? 0, patch ?? 0, parts[3] ?? '']
  if (major === undefined) return { from: [0, 0, 0, ''], to: undefined }
  const next = nextAfter(from, minor, patch)
  return boundsOf(operator, from, next, numbers)
}

/** The first version after everything that a text such as `1`, `1.2` or `1.2.3` covers. */
function nextAfter(from: Version, minor: number | undefined, patch: number | undefined): Version {
  const [major, fixedMinor, fixedPatch, prerelease] = from
  if (minor === undefined) return version(major + 1, 0, 0)
  if (patch === undefined) return version(major, fixedMinor + 1, 0)
  // The version directly after a release cannot be written; after `beta` comes `beta.0`.
  return prerelease === ''
    ? version(major, fixedMinor, fixedPatch + 0.5)
    : [major, fixedMinor, fixedPatch, `${prerelease}.0`]
}

function boundsOf(operator: string, from: Version, next: Version, numbers: readonly (number | undefined)[]): Bounds {
  const [major, minor, patch] = from
  switch (operator) {
    case '^':
      if (major > 0 || numbers[1] === undefined) return { from, to: version(major + 1, 0, 0) }
      if (minor > 0 || numbers[2] === undefined) return { from, to: version(0, minor + 1, 0) }
      return { from, to: version(0, 0, patch + 1) }
    case '~':
      return { from, to: numbers[1] === undefined ? version(major + 1, 0, 0) : version(major, minor + 1, 0) }
    case '>=':
      return { from, to: undefined }
    case '>':
      return { from: next, to: undefined }
    case '<':
      return { from: version(0, 0, 0), to: from }
    case '<=':
      return { from: version(0, 0, 0), to: next }
    default:
      return { from, to: next }
  }
}

function version(major: number, minor: number, patch: number): Version {
  return [major, minor, patch, '']
}

function readVersion(text: string): Version | undefined {
  const match = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(
    text.trim(),
  )
  if (match === null) return undefined
  return [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0), match[4] ?? '']
}

function compare(one: Version, other: Version): number {
  for (const at of [0, 1, 2] as const) if (one[at] !== other[at]) return one[at] - other[at]
  if (one[3] === other[3]) return 0
  // A prerelease comes before its release.
  if (one[3] === '' || other[3] === '') return one[3] === '' ? 1 : -1
  return comparePrereleases(one[3].split('.'), other[3].split('.'))
}

function comparePrereleases(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const order = compareIdentifiers(one[at], other[at])
    if (order !== 0) return order
  }
  return 0
}

/** Numbers come before words, and nothing comes before both. */
function compareIdentifiers(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0
  if (left === undefined || right === undefined) return left === undefined ? -1 : 1
  const areNumbers = [left, right].map((text) => /^\d+$/.test(text))
  if (areNumbers[0] && areNumbers[1]) return Number(left) - Number(right)
  if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1
  return left < right ? -1 : 1
}
