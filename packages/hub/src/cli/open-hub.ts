/** What the commands share: the configuration, and the database at its newest schema. */

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

/** Opens the database, does the work, and closes it again, whatever happens. */
export async function withDatabase(
  input: CommandInput,
  io: CommandIo,
  work: (hub: OpenedHub) => Promise<number>,
  { migrates = true }: { readonly migrates?: boolean } = {},
): Promise<number> {
  const configuration = readSettings(input, io)
  if (configuration === undefined) return 2
  const opened = await openDatabase(configuration, (error) => io.report(`warning: ${error.message}\n`))
  if (!opened.ok) {
    io.report(`error: ${opened.message}\n`)
    return 1
  }
  const { database } = opened
  try {
    if (migrates) await migrate(database)
    return await work({ database, configuration })
  } catch (error) {
    if (error instanceof DatabaseUnavailableError || error instanceof NewerSchemaError) {
      const detail = error.cause instanceof Error ? ` (${error.cause.message})` : ''
      io.report(`error: ${error.message}${detail}\n`)
      return 1
    }
    throw error
  } finally {
    await database.close()
  }
}
