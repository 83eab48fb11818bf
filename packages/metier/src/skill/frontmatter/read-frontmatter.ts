/** Reads the YAML that frontmatters are really written in, exactly as the `yaml` package would, and leaves it the rest. */
import { FAILED, FOREIGN, type FrontmatterReading, LINE_FEED, startReading } from './cursor.js'
import { readDocument } from './read-block.js'

export type { FrontmatterReading, MalformedCode } from './cursor.js'

/** Reads the text between the two `---` lines; `positions`, if given, receives the offset of each key by its JSON pointer. */
export function readFrontmatter(text: string, positions?: Map<string, number>): FrontmatterReading {
  const cursor = startReading(text, positions)
  if (cursor.hasCarriageReturns && hasLoneCarriageReturn(text)) return FOREIGN
  if (cursor.hasTabs && hasTabInsideLine(text)) return FOREIGN
  const value = readDocument(cursor)
  if (value === FAILED) return cursor.failure ?? FOREIGN
  return { kind: 'mapping', value: value as Record<string, unknown>, sources: cursor.sources }
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
