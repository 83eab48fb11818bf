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
 * read.
 */
export interface ConfigurationEdit {
  set(text: string, entry: Entry): string | undefined
  remove(text: string, place: EntryPlace): string | undefined
  /** The line of a mistake in the form; undefined if there is none or the form cannot tell. */
  findMistake?(text: string): number | undefined
}
