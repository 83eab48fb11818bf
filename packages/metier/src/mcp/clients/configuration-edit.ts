/** What every form of configuration file must be able to do. */

/** Where the server is in a configuration. */
export interface EntryPlace {
  /** The section in which the client keeps its servers. */
  readonly section: string
  /** The name of our server there. */
  readonly name: string
}

/** The server as the configuration has it. */
export interface Entry extends EntryPlace {
  readonly entry: Readonly<Record<string, EntryValue>>
}

/** What a configuration says about a server. */
export type EntryValue = string | number | boolean | readonly string[]

/**
 * Sets and removes an entry. Both leave everything else as it is, and return undefined for a text that they cannot
 * read. An entry that starts a program already keeps the fields that are not set.
 */
export interface ConfigurationEdit {
  set(text: string, entry: Entry): string | undefined
  remove(text: string, place: EntryPlace): string | undefined
  /** The line of a mistake in the form; undefined if there is none or the form cannot tell. */
  findMistake?(text: string): number | undefined
}

/** Whether an entry with these fields starts a program. The fields of one that connects to an address would contradict ours. */
export function startsProgram(keys: readonly string[]): boolean {
  return keys.some((key) => PROGRAM_KEYS.has(key)) && !keys.some((key) => /url$/i.test(key))
}

const PROGRAM_KEYS: ReadonlySet<string> = new Set(['command', 'cmd'])

/** A line of an entry, and the field that starts on it. */
interface FieldLine {
  readonly text: string
  readonly field: string | undefined
  /** True for blank lines and comments, which belong to the field after them. */
  readonly isBlank: boolean
}

/** The lines of the fields that are not set. A line on which no field starts belongs to the field above it. */
export function keepFields(lines: readonly FieldLine[], entry: Entry['entry']): string {
  let kept = ''
  let waiting = ''
  let isKept = false
  for (const { text, field, isBlank } of lines) {
    if (isBlank) {
      waiting += text
      continue
    }
    if (field !== undefined) isKept = !(field in entry)
    if (isKept) kept += waiting + text
    waiting = ''
  }
  return kept
}
