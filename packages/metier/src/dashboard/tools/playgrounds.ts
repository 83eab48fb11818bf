/** A workspace for each open page: what one page activates is not active in another. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { OfferableTool } from '../../tools/agent-tool.js'
import { createTools } from '../../tools/create-tools.js'
import { createWorkspaceTools } from '../../tools/workspace-tools.js'
import type { MetricsEvent } from '../../workspace/metrics/metrics.js'
import { VirtualWorkspace } from '../../workspace/virtual-workspace.js'
import type { DashboardOptions } from '../dashboard-options.js'

export interface Playground {
  readonly workspace: VirtualWorkspace
  /** The tools that a model would be offered now. */
  tools(): readonly OfferableTool[]
  /** Runs a call with the user's word, if it was given. */
  permitting<T>(isPermitted: boolean, work: () => Promise<T>): Promise<T>
}

export interface Playgrounds {
  of(page: string): Playground
  close(): Promise<void>
}

const MOST_PAGES = 32
const IDLE_MILLISECONDS = 30 * 60 * 1000

interface KeptPlayground extends Playground {
  usedAt: number
}

export function createPlaygrounds(options: DashboardOptions, record: (event: MetricsEvent) => void): Playgrounds {
  const pages = new Map<string, KeptPlayground>()
  const end = (page: string) => {
    const playground = pages.get(page)
    pages.delete(page)
    return playground?.workspace.close()
  }
  const endIdle = () => {
    const limit = Date.now() - IDLE_MILLISECONDS
    for (const [page, { usedAt }] of pages) if (usedAt < limit) void end(page)?.catch(options.onError)
  }
  const expiry = setInterval(endIdle, IDLE_MILLISECONDS / 10).unref()
  return {
    of: (page) => {
      const playground = pages.get(page) ?? createPlayground(options, record)
      playground.usedAt = Date.now()
      // The page that was used last stands last.
      pages.delete(page)
      pages.set(page, playground)
      const [oldest = page] = pages.keys()
      if (pages.size > MOST_PAGES) void end(oldest)?.catch(options.onError)
      return playground
    },
    close: async () => {
      clearInterval(expiry)
      await Promise.all([...pages.keys()].map(end))
    },
  }
}

function createPlayground(
  { skillManager, startServer, known }: DashboardOptions,
  record: (event: MetricsEvent) => void,
): KeptPlayground {
  const permission = new AsyncLocalStorage<boolean>()
  const workspace = new VirtualWorkspace({
    skillManager,
    mode: 'multi',
    workdir: known.place.workdir,
    approve: () => permission.getStore() === true,
    onMetrics: record,
    ...(startServer !== undefined && { startServer }),
  })
  const ofWorkspace = createWorkspaceTools(workspace)
  const contracts = createTools({ skillManager })
  return {
    workspace,
    tools: () => {
      const own = ofWorkspace()
      const names = new Set(own.map(({ name }) => name))
      return [...contracts.filter(({ name }) => !names.has(name)), ...own]
    },
    permitting: (isPermitted, work) => permission.run(isPermitted, work),
    usedAt: Date.now(),
  }
}
