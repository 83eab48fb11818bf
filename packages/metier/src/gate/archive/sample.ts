/** The smallest possible archives, for the examples of rules. */

const LIST_FILES = [0x6c, 0x73, 0x0a]

/** A zip archive with one stored member of this name; `flags` as in its header, where 1 means encrypted. */
export function sampleArchive(name: string, flags = 0): readonly number[] {
  const letters = Array.from(name, (letter) => letter.charCodeAt(0))
  const { length } = letters
  // Version, flags, method, time, date, checksum, both sizes and the length of the name.
  const shared = [20, 0, flags, 0, 0, 0, 0, 0, 33, 0, 125, 40, 75, 90, 3, 0, 0, 0, 3, 0, 0, 0, length, 0, 0, 0]
  const member = [0x50, 0x4b, 3, 4, ...shared, ...letters, ...LIST_FILES]
  const entry = [0x50, 0x4b, 1, 2, 20, 3, ...shared, 0, 0, 0, 0, 0, 0, 0, 0, 164, 1, 0, 0, 0, 0, ...letters]
  return [
    ...member,
    ...entry,
    0x50,
    0x4b,
    5,
    6,
    0,
    0,
    0,
    0,
    1,
    0,
    1,
    0,
    entry.length,
    0,
    0,
    0,
    member.length,
    0,
    0,
    0,
    0,
    0,
  ]
}
