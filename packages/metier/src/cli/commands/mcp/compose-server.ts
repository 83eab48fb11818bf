/** Composes the server of `metier mcp` and `metier serve` from the options, with its metrics file. */

import { SkillManager } from '../../../manager/skill-manager.js'
import type { McpServerOptions } from '../../../mcp/server/options.js'
import { DELIVERIES, TOOL_PROFILES } from '../../../mcp/server/profiles.js'
import { countActivations, createMetricsFile, metricsPath } from '../../../workspace/metrics/metrics-file.js'
import type { Context, Input } from '../../arguments/command.js'
import { oneOf } from '../../arguments/one-of.js'
import { findSurroundings } from '../../skills/open-skills.js'
import { readVersion } from '../../version.js'

export interface ComposedServer {
  readonly options: McpServerOptions
  /** Writes the metrics and closes the skills. Call it after the last client has disconnected. */
  close(): Promise<void>
}

/** Does not read any skill yet. */
export function composeServer(input: Input, context: Context): ComposedServer {
  const { options, place } = findSurroundings(context, input.flag('strict'))
  const skillManager = new SkillManager(options)
  const metrics = place.home === undefined ? undefined : openMetrics(metricsPath(place.home))
  return {
    options: {
      skillManager,
      profile: oneOf(TOOL_PROFILES, input.text('profile')) ?? 'registry',
      delivery: oneOf(DELIVERIES, input.text('delivery')) ?? 'toggle',
      workdir: context.workdir,
      version: readVersion(),
      ...(metrics !== undefined && { onMetrics: metrics.record, countUses: metrics.countUses }),
    },
    close: async () => {
      metrics?.flush()
      await skillManager.close()
    },
  }
}

function openMetrics(path: string) {
  return { ...createMetricsFile(path), countUses: () => countActivations(path) }
}
