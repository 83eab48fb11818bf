/**
 * What the build computed from the tables of phrases and words, so that no scan has to. Its law: what computing it gives, or undefined.
 * A source tree has none of it.
 */

export interface PreparedTables {
  /** The literals of each pattern of the phrases, in order; null if it has none. */
  readonly literals: readonly (readonly string[] | null)[]
  /** The words of all vocabularies by their beginning: on each line a key and a word. */
  readonly words: Readonly<Record<string, string>>
}

/** JSON; the build of the scan program defines it. */
declare const PREPARED_TABLES: string | undefined

let tables: PreparedTables | undefined

export function preparedTables(): PreparedTables | undefined {
  if (typeof PREPARED_TABLES === 'undefined') return undefined
  tables ??= JSON.parse(PREPARED_TABLES) as PreparedTables
  return tables
}
