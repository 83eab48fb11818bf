/** Compares two versions by the rules of semantic versioning. */

const VERSION = /^v?([0-9]{1,9})(?:\.([0-9]{1,9}))?(?:\.([0-9]{1,9}))?(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/

/** Negative, zero or positive; undefined if one of them is not a version. */
export function compareVersions(a: string, b: string): number | undefined {
  const [first, second] = [VERSION.exec(a), VERSION.exec(b)]
  if (first === null || second === null) return undefined
  for (const part of [1, 2, 3]) {
    const difference = Number(first[part] ?? 0) - Number(second[part] ?? 0)
    if (difference !== 0) return difference
  }
  return comparePreviews(first[4], second[4])
}

/** A pre-release comes before its release. */
function comparePreviews(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(b !== undefined) - Number(a !== undefined)
  const [first, second] = [a.split('.'), b.split('.')]
  for (const [at, part] of first.entries()) {
    const other = second[at]
    if (other === undefined) return 1
    if (part !== other) return compareParts(part, other)
  }
  return first.length - second.length
}

function compareParts(a: string, b: string): number {
  const isNumber = (text: string) => /^[0-9]+$/.test(text)
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b)
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1
  return a < b ? -1 : 1
}
