/** One process of a hub: the database at its newest schema, the first administrator, and the app over HTTP. */

import type { Context, Hono } from 'hono'
import { followChanges } from './changes.js'
import type { HubConfiguration } from './configuration/read-configuration.js'
import type { Database } from './database/database.js'
import { migrate } from './database/migrate.js'
import { createApp } from './http/app.js'
import type { HubContext } from './http/hub-context.js'
import { describeError, type Journal } from './http/journal.js'
import { createMetrics } from './http/metrics.js'
import type { AnyRoute } from './http/route.js'
import { startCleaning } from './jobs/clean-up.js'
import { type Job, startWorker } from './jobs/queue.js'
import { enqueueRescans, RESCAN, rescanVersion } from './jobs/rescan.js'
import { currentKey } from './keys/signing-keys.js'
import { createMcpEndpoint } from './mcp/create-endpoint.js'
import { addPages } from './pages/add-pages.js'
import { readPageFiles } from './pages/page-files.js'
import { ensureAdministrator } from './principals/first-administrator.js'
import { createOperationRoutes } from './routes/operation-routes.js'
import { ROUTES } from './routes/routes.js'
import { createArchiveCache } from './skills/archive-cache.js'
import { createDownloadCounter } from './skills/download-counter.js'
import { createServedVersions } from './skills/served-versions.js'

export interface Hub {
  readonly app: Hono
  readonly context: HubContext
  /** A token that was made for the first administrator, to be shown once; undefined if there is one already. */
  readonly madeToken: string | undefined
  /** Ends the streams of clients that listen, which end by themselves only when the client goes. */
  endStreams(): Promise<void>
  /** Writes down what is only in memory. The database stays open. */
  close(): Promise<void>
}

const MCP_BYTES = 1024 * 1024

/** A job of a kind that only a newer version knows fails, and is tried again. */
async function runJob(database: Database, job: Job): Promise<void> {
  if (job.kind !== RESCAN) throw new Error(`There is no job of the kind '${job.kind}'`)
  await rescanVersion(database, job)
}

export interface HubOptions {
  readonly version: string
  readonly database: Database
  readonly configuration: HubConfiguration
  readonly journal: Journal
  readonly remoteAddress: (c: Context) => string
  /** The directory of the built pages. */
  readonly pages?: string | undefined
}

export async function createHub(options: HubOptions): Promise<Hub> {
  const { database, configuration, journal, remoteAddress, version } = options
  await migrate(database)
  const madeToken = await ensureAdministrator(database, configuration.adminToken)
  await database.transaction(currentKey)
  // A new version of the program may bring new rules.
  if (configuration.runsJobs) await enqueueRescans(database, 'system')
  const onError = (error: unknown) => journal.write('error', 'failure', describeError(error))
  const downloads = createDownloadCounter(database, onError)
  const context: HubContext = {
    database,
    configuration,
    archives: createArchiveCache(configuration.cacheBytes),
    served: createServedVersions(() => database.isListening()),
    downloads,
    journal,
  }
  const metrics = createMetrics()
  const routes: readonly AnyRoute[] = [...ROUTES, ...createOperationRoutes(metrics, version, () => routes)]
  const mcp = createMcpEndpoint(context, version)
  const endpoints = [{ path: '/mcp', bucket: 'read', mostBytes: MCP_BYTES, handle: mcp.fetch }] as const
  const app = createApp({ context, routes, endpoints, metrics, remoteAddress })
  if (options.pages !== undefined) addPages(app, await readPageFiles(options.pages))
  const worker = configuration.runsJobs ? startWorker(database, (job) => runJob(database, job), onError) : undefined
  // A change may bring jobs.
  await followChanges(database, (isPrivate) => {
    context.served.forgetAll()
    worker?.wake()
    // Listeners are strangers and members alike: strangers must not hear of a private skill.
    if (!isPrivate) mcp.announce()
  })
  const stopCleaning = startCleaning(database, onError)
  const close = async () => {
    stopCleaning()
    await mcp.close()
    await worker?.close()
    await downloads.close()
  }
  return { app, context, madeToken, endStreams: mcp.close, close }
}
