/** The dashboard of one server. It is loaded when the first page asks for it. */

import { createDashboardContext } from './dashboard-context.js'
import type { DashboardOptions } from './dashboard-options.js'
import { createApp } from './http/app.js'

export interface Dashboard {
  /** Answers a request to one of the dashboard's paths. */
  fetch(request: Request): Promise<Response>
  /** Ends every stream, workspace and install. */
  close(): Promise<void>
}

export function createDashboard(options: DashboardOptions): Dashboard {
  const context = createDashboardContext(options)
  const app = createApp(context)
  const stop = options.onActivity?.((event) => context.activity.record(event, 'mcp'))
  return {
    fetch: async (request) => app.fetch(request),
    close: async () => {
      stop?.()
      context.hub.close()
      context.live.close()
      context.activity.close()
      context.examinations.close()
      context.overlaps.close()
      context.followed.close()
      await Promise.all([context.installs.close(), context.playgrounds.close()])
    },
  }
}
