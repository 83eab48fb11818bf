/** What is asked of each form of configuration file. */

export interface EntryPlace {
  /** Where clients keep their servers. */
  readonly section: string
  /** What our server is called there. */
  readonly name: string
}

export interface Entry extends EntryPlace {
  readonly entry: Readonly<Record<string, string | readonly string[]>>
}

/** Both leave everything else as it is, and give undefined for a text that they cannot read. */
export interface ConfigurationEdit {
  set(text: string, entry: Entry): string | undefined
  remove(text: string, place: EntryPlace): string | undefined
}
