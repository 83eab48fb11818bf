/** What the hub asks of a database: the same SQL for the embedded one and for a server. */

/** A row, as the query names its columns. */
type Row = Readonly<Record<string, unknown>>

/** Sends statements; inside a transaction or outside of any. */
export interface Sql {
  /** Sends one statement with its parameters, and gives its rows. */
  query<Shape extends object = Row>(text: string, values?: readonly unknown[]): Promise<readonly Shape[]>
}

export interface Database extends Sql {
  /** How users name it: `PGlite` or `PostgreSQL`. */
  readonly kind: string
  /** Commits if the work succeeds, and rolls back if it throws. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Sends several statements without parameters, for migrations. */
  script(sql: Sql, text: string): Promise<void>
  /** Calls back with the payload of every notification on a channel, also after a lost connection. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>
  /** Whether notifications arrive at the moment. */
  isListening(): boolean
  close(): Promise<void>
}

/** The database cannot be reached right now: the request may succeed later. */
export class DatabaseUnavailableError extends Error {}

/** The first row; throws if there is none, because the statement always gives one. */
export async function one<Shape extends object>(
  sql: Sql,
  text: string,
  values: readonly unknown[] = [],
): Promise<Shape> {
  const [row] = await sql.query<Shape>(text, values)
  if (row === undefined) throw new Error('A query that always gives a row gave none')
  return row
}

/** The first row; undefined if there is none. */
export async function first<Shape extends object>(
  sql: Sql,
  text: string,
  values: readonly unknown[] = [],
): Promise<Shape | undefined> {
  const [row] = await sql.query<Shape>(text, values)
  return row
}
