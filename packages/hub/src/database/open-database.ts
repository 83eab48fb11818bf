/** Opens the database that the configuration names. */

import type { HubConfiguration } from '../configuration/read-configuration.js'
import { holdDataFolder } from './data-folder.js'
import type { Database } from './database.js'

export type OpenResult =
  | { readonly ok: true; readonly database: Database }
  | { readonly ok: false; readonly message: string }

type DatabaseSettings = Pick<HubConfiguration, 'databaseUrl' | 'databaseConnections' | 'data'>

/** Loads the driver that is needed, and no other. */
export async function openDatabase(
  { databaseUrl, databaseConnections, data }: DatabaseSettings,
  onError: (error: Error) => void,
): Promise<OpenResult> {
  if (databaseUrl !== undefined) {
    const { openPostgresDatabase } = await import('./postgres-database.js')
    return {
      ok: true,
      database: await openPostgresDatabase({ url: databaseUrl, connections: databaseConnections, onError }),
    }
  }
  const held = await holdDataFolder(data)
  if (!held.ok) {
    const { pid, command, host, isRemote } = held.holder
    return {
      ok: false,
      message: `Process ${pid} (${command}${isRemote ? ` on ${host}` : ''}) uses ${data}.\nStop it first, choose another directory with --data, or use PostgreSQL for several processes: set DATABASE_URL.`,
    }
  }
  const { folder } = held
  try {
    const { openPgliteDatabase } = await import('./pglite-database.js')
    const database = await openPgliteDatabase(folder.database)
    const close = async () => {
      await database.close()
      await folder.release()
    }
    return { ok: true, database: { ...database, close } }
  } catch (error) {
    await folder.release()
    throw error
  }
}
