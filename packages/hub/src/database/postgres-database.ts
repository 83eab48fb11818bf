/** A PostgreSQL server: a pool for queries, and one further connection that waits for notifications. */

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Database, DatabaseUnavailableError, type Sql } from './database.js'

const CONNECTIONS = 10
const CONNECT_MILLISECONDS = 5000
const STATEMENT_MILLISECONDS = 30_000
const LONGEST_PAUSE = 5000

const BIGINT = 20
// Ids and counts stay far below 2^53.
pg.types.setTypeParser(BIGINT, Number)

export interface PostgresOptions {
  readonly url: string
  readonly connections?: number | undefined
  /** Called with errors of idle connections. */
  readonly onError: (error: Error) => void
}

export async function openPostgresDatabase({ url, connections, onError }: PostgresOptions): Promise<Database> {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    application_name: 'metier-hub',
  }
  const pool = new pg.Pool({
    ...settings,
    max: connections ?? CONNECTIONS,
    // Compiling a query takes longer than any of ours.
    options: '-c jit=off',
    statement_timeout: STATEMENT_MILLISECONDS,
    idle_in_transaction_session_timeout: STATEMENT_MILLISECONDS,
  })
  // An idle connection that breaks is replaced by the next query.
  pool.on('error', onError)
  const listener = createListener(settings, onError)
  return {
    kind: 'PostgreSQL',
    query: (text, values = []) => send(pool, text, values),
    transaction: (work) => inTransaction(pool, work),
    script: async (sql, text) => {
      await sql.query(text)
    },
    listen: listener.listen,
    isListening: listener.isListening,
    close: async () => {
      await listener.close()
      await pool.end()
    },
  }
}

type Sender = Pick<pg.Pool | pg.PoolClient, 'query'>

async function send<Shape extends object>(sender: Sender, text: string, values: readonly unknown[]) {
  try {
    const { rows } = await (values.length === 0
      ? sender.query<Shape & pg.QueryResultRow>(text)
      : sender.query<Shape & pg.QueryResultRow>(text, [...values]))
    return rows as readonly Shape[]
  } catch (error) {
    throw describe(error)
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw describe(error)
  })
  // Without it, a connection that breaks between two statements would end the process.
  const ignore = () => undefined
  client.on('error', ignore)
  let broken: Error | undefined
  try {
    await send(client, 'begin', [])
    const value = await work({ query: (text, values = []) => send(client, text, values) })
    await send(client, 'commit', [])
    return value
  } catch (error) {
    broken = await client.query('rollback').then(
      () => undefined,
      (failure: unknown) => (failure instanceof Error ? failure : new Error(String(failure))),
    )
    throw error
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

/** Classes of SQLSTATE, and codes of Node, that mean a lost or refused connection, or no such user or database. */
const UNAVAILABLE = /^(?:08|28|3D|53|57P0)|^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/
const LOST = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

function describe(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const code = 'code' in error ? String(error.code) : ''
  if (!UNAVAILABLE.test(code) && !LOST.test(error.message)) return error
  return new DatabaseUnavailableError('The database cannot be reached', { cause: error })
}

/** Listens on a connection of its own, and connects again if it is lost. */
function createListener(settings: pg.ClientConfig, onError: (error: Error) => void) {
  const channels = new Map<string, (payload: string) => void>()
  let client: pg.Client | undefined
  let isClosed = false
  const connect = async () => {
    const next = new pg.Client({ ...settings, keepAlive: true })
    next.on('notification', ({ channel, payload = '' }) => channels.get(channel)?.(payload))
    next.on('error', onError)
    await next.connect()
    for (const channel of channels.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = next
    // Only now: an attempt that fails is repeated by its caller.
    next.once('end', () => {
      client = undefined
      if (!isClosed) reconnect().catch(onError)
    })
  }
  const reconnect = async () => {
    for (let pause = 100; !isClosed; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        await connect()
        // Notifications of the meantime are lost: the listeners look for themselves.
        for (const onPayload of channels.values()) onPayload('')
        return
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)))
        await sleep(pause, undefined, { ref: false })
      }
    }
  }
  return {
    isListening: () => client !== undefined,
    listen: async (channel: string, onPayload: (payload: string) => void) => {
      channels.set(channel, onPayload)
      if (client === undefined) await connect()
      else await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    },
    close: async () => {
      isClosed = true
      await client?.end()
    },
  }
}
