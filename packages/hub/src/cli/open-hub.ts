/** What the commands share: the configuration, and the database at its newest schema. */

import { existsSync } from 'node:fs'
import {
  type ConfigurationOptions,
  type HubConfiguration,
  readConfiguration,
} from '../configuration/read-configuration.js'
import { type Database, DatabaseUnavailableError } from '../database/database.js'
import { migrate, NewerSchemaError } from '../database/migrate.js'
import { openDatabase } from '../database/open-database.js'
import { type CommandInput, type CommandIo, textOption } from './command.js'

export interface OpenedHub {
  readonly database: Database
  readonly configuration: HubConfiguration
}

/** Reads the configuration; reports everything that is wrong with it. */
function readSettings(input: CommandInput, io: CommandIo): HubConfiguration | undefined {
  const options: ConfigurationOptions = {
    port: textOption(input, 'port'),
    host: textOption(input, 'host'),
    data: textOption(input, 'data'),
  }
  const read = readConfiguration(io.variables, options)
  if (read.ok) return read.configuration
  for (const problem of read.problems) io.report(`error: ${problem}\n`)
  return undefined
}

interface OpenOptions {
  readonly migrates?: boolean
  readonly creates?: boolean
  /** What stands in the way, found before a database is made. */
  readonly findObstacle?: (configuration: HubConfiguration) => Promise<string | undefined>
  /** Says what is done; on stderr by default. */
  readonly note?: (text: string) => void
  /** Hears of broken connections; they go to stderr by default. */
  readonly onWarning?: (error: Error) => void
}

/** Opens the database, does the work, and closes it again, whatever happens. */
export async function withDatabase(
  input: CommandInput,
  io: CommandIo,
  work: (hub: OpenedHub) => Promise<number>,
  {
    migrates = true,
    creates = false,
    findObstacle,
    note = io.report,
    onWarning = (error) => io.report(`warning: ${error.message}\n`),
  }: OpenOptions = {},
): Promise<number> {
  const configuration = readSettings(input, io)
  if (configuration === undefined) return 2
  if (!creates && isMissing(configuration)) {
    io.report(
      `error: There is no hub in ${configuration.data}\nName its directory with --data, or set METIER_HUB_DATA.\n`,
    )
    return 1
  }
  const obstacle = await findObstacle?.(configuration)
  if (obstacle !== undefined) {
    io.report(`error: ${obstacle}\n`)
    return 1
  }
  if (isMissing(configuration)) note(`Creating the database in ${configuration.data}\n`)
  let database: Database | undefined
  try {
    const opened = await openDatabase(configuration, onWarning)
    if (!opened.ok) {
      io.report(`error: ${opened.message}\n`)
      return 1
    }
    database = opened.database
    if (migrates) await migrate(database)
    return await work({ database, configuration })
  } catch (error) {
    return reportFailure(error, io)
  } finally {
    await database?.close()
  }
}

const INTERRUPTED = 130

/** What an operator can do something about; a fault of the program is thrown on. */
function reportFailure(error: unknown, { report, signal }: CommandIo): number {
  if (signal.aborted && error instanceof Error && error.name === 'AbortError') {
    report('Stopped\n')
    return INTERRUPTED
  }
  const message = describe(error)
  if (message === undefined) throw error
  report(`error: ${message}\n`)
  return 1
}

/** A mistyped directory must not become a new hub. */
function isMissing({ databaseUrl, data }: HubConfiguration): boolean {
  return databaseUrl === undefined && !existsSync(data)
}

/** SQLSTATE: no permission, a feature or an extension that is not there, a server that only reads. */
const REFUSED_BY_SERVER = /^(?:42501|0A000|58P01|25006)$/

/** By SQLSTATE, or the code of Node. */
function adviseOn({ code = '' }: NodeJS.ErrnoException): string {
  if (code === '3D000') return "Create it with PostgreSQL's createdb, or correct the name at the end of DATABASE_URL."
  if (code.startsWith('28')) return 'Check the user and password in DATABASE_URL.'
  if (/^(?:ENOTFOUND|EAI_AGAIN)/.test(code)) return 'Check the host in DATABASE_URL.'
  return 'Check that PostgreSQL is running, and the host and port in DATABASE_URL.'
}

function describe(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DatabaseUnavailableError || error instanceof NewerSchemaError) {
    const { cause } = error
    return cause instanceof Error ? `${error.message} (${cause.message})\n${adviseOn(cause)}` : error.message
  }
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  if (REFUSED_BY_SERVER.test(code)) return `PostgreSQL refuses: ${error.message}`
  return syscall === undefined || path === undefined ? undefined : `${path} cannot be used (${code})`
}
