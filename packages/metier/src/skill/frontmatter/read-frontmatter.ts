/** Reads the subset of YAML that real frontmatters use, exactly as the `yaml` package does, and leaves the rest to that package. */
import { FAILED, FOREIGN, type FrontmatterResult, LINE_FEED, startReading } from './cursor.js'
import { readDocument } from './read-block.js'

export type { FrontmatterResult, MalformedCode } from './cursor.js'

/** The note about an entry that is left out, whichever reader left it out. */
export const IGNORED_KEY = 'a key that is not text is ignored'

/** Reads the text between the two `---` lines; `positions`, if given, receives the offset of each key by its JSON pointer. */
export function readFrontmatter(text: string, positions?: Map<string, number>): FrontmatterResult {
  return read(text, positions, undefined)
}

/** The same, but entries whose key is a list or a mapping are left out and noted, as our use of `yaml` does. */
export function readTextKeys(text: string, positions?: Map<string, number>): FrontmatterResult {
  return read(text, positions, [])
}

function read(
  text: string,
  positions: Map<string, number> | undefined,
  ignored: number[] | undefined,
): FrontmatterResult {
  const hasTabs = text.includes('\t')
  const hasCarriageReturns = text.includes('\r')
  if ((hasCarriageReturns && hasLoneCarriageReturn(text)) || (hasTabs && hasTabInsideLine(text))) return FOREIGN
  const cursor = startReading(text, { hasCarriageReturns, hasTabs, positions, ignored })
  const value = readDocument(cursor)
  if (value === FAILED) return cursor.failure ?? FOREIGN
  const { sources } = cursor
  return { kind: 'mapping', value: value as Record<string, unknown>, sources, ...(ignored?.length && { ignored }) }
}

// A tab is white space in some places and text in others; at the start of a line it is a mistake that we can name.
function hasTabInsideLine(text: string): boolean {
  return /^[ \t]*[^ \t\n][^\n]*\t/m.test(text)
}

// A carriage return of its own is white space to some parts of YAML readers and text to others.
function hasLoneCarriageReturn(text: string): boolean {
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text.charCodeAt(at + 1) !== LINE_FEED) return true
  }
  return false
}
