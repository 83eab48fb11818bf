/** The server that a call of `metier mcp` or `metier serve` asks for, and what it leaves behind. */

import { SkillManager } from '../../../manager/skill-manager.js'
import type { McpServerOptions } from '../../../mcp/server/options.js'
import type { ToolProfile } from '../../../mcp/server/profiles.js'
import type { Delivery } from '../../../tools/workspace-tools.js'
import { createMetricsFile, metricsPath } from '../../../workspace/metrics/metrics-file.js'
import type { Context, Input } from '../../arguments/command.js'
import { findSurroundings } from '../../skills/open-skills.js'
import { readVersion } from '../../version.js'

export interface ComposedServer {
  readonly options: McpServerOptions
  /** Ends what was opened for it, after its last client; what was counted is kept. */
  close(): Promise<void>
}

/** Nothing has been looked at yet. */
export function composeServer(input: Input, context: Context): ComposedServer {
  const { options, place } = findSurroundings(context, input.flag('strict'))
  const skillManager = new SkillManager(options)
  const metrics = place.home === undefined ? undefined : createMetricsFile(metricsPath(place.home))
  return {
    options: {
      skillManager,
      profile: input.text('profile') as ToolProfile,
      delivery: input.text('delivery') as Delivery,
      workdir: context.workdir,
      version: readVersion(),
      ...(metrics !== undefined && { onMetrics: metrics.record }),
    },
    close: async () => {
      metrics?.flush()
      await skillManager.close()
    },
  }
}
