/** The page of `metier serve`: nothing of it is loaded until a browser asks for it. */

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Dashboard } from '../../../dashboard/create-dashboard.js'
import { isDashboardPath } from '../../../dashboard/page-paths.js'
import { directoryVariable } from '../../../system/files/paths.js'
import type { Input } from '../../arguments/command.js'
import { completeCommand, keptAmong } from '../../terminal/keep-options.js'
import type { ComposedServer } from '../mcp/compose-server.js'

export interface LazyDashboard {
  readonly token: string
  /** Answers requests to the dashboard's paths; undefined for others. */
  answer(request: Request): Promise<Response | undefined>
  close(): Promise<void>
}

/** What the dashboard is made of once it is needed. */
export interface DashboardSource {
  readonly composed: ComposedServer
  readonly input: Input
  /** The address of the endpoint, once it is known. */
  url(): { readonly url: string; readonly port: number }
  onError(error: unknown): void
}

const TOKEN_BYTES = 24

export function createLazyDashboard(source: DashboardSource): LazyDashboard {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  let loading: Promise<Dashboard> | undefined
  return {
    token,
    answer: async (request) => {
      if (!isDashboardPath(new URL(request.url).pathname)) return undefined
      loading ??= load(source, token)
      return (await loading).fetch(request)
    },
    close: async () => (await loading)?.close(),
  }
}

async function load(source: DashboardSource, token: string): Promise<Dashboard> {
  const { composed, input, onError } = source
  const { createDashboard } = await import('../../../dashboard/create-dashboard.js')
  const { url, port } = source.url()
  const kept = keptAmong(input.pieces)
  return createDashboard({
    known: composed.known,
    skillManager: composed.options.skillManager,
    token,
    port,
    assets: directoryVariable('METIER_DASHBOARD_ASSETS') ?? join(import.meta.dirname, ASSETS),
    completeCommand: (command) => completeCommand(command, kept),
    mcpUrl: url,
    onActivity: composed.onActivity,
    ...(composed.metrics !== undefined && { metrics: composed.metrics }),
    viewClient: async (client) => {
      const { viewServer } = await import('../../../mcp/server/client-view.js')
      return viewServer(composed.options, client)
    },
    listServedTools: async () => {
      const { viewServer } = await import('../../../mcp/server/client-view.js')
      return (await viewServer(composed.options, undefined)).tools.map(({ name }) => name)
    },
    startServer: async (request, signal) => {
      const { startServer } = await import('../../../mcp/host/start-server.js')
      return startServer(request, signal)
    },
    onError,
  })
}

/** From `dist/cli`, where the built command line is. */
const ASSETS = '../dashboard'
