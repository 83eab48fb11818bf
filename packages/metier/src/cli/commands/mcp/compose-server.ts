/** Composes the server of `metier mcp` and `metier serve` from the options, with its metrics file. */

import { join } from 'node:path'
import { KnownSkills } from '../../../manager/known-skills.js'
import { SkillManager } from '../../../manager/skill-manager.js'
import type { McpServerOptions } from '../../../mcp/server/options.js'
import { TOOL_PROFILES } from '../../../mcp/server/profiles.js'
import { USER_FOLDER } from '../../../store/store-folder.js'
import { DELIVERIES } from '../../../tools/workspace-tools.js'
import type { MetricsEvent } from '../../../workspace/metrics/metrics.js'
import { countActivations, createMetricsFile, metricsPath } from '../../../workspace/metrics/metrics-file.js'
import type { Context, Input } from '../../arguments/command.js'
import { oneOf } from '../../arguments/one-of.js'
import { findSurroundings } from '../../skills/open-skills.js'
import { readVersion } from '../../version.js'

export interface ComposedServer {
  readonly options: McpServerOptions
  readonly known: KnownSkills
  /** The file that `metier stats` reads; undefined without a home directory. */
  readonly metrics: { readonly path: string; flush(): void } | undefined
  /** Calls back with each metrics event, until the returned function is called. */
  onActivity(listener: (event: MetricsEvent) => void): () => void
  /** Writes the metrics and closes the skills. Call it after the last client has disconnected. */
  close(): Promise<void>
}

/** Does not read any skill yet. */
export function composeServer(input: Input, context: Context): ComposedServer {
  const { options, place } = findSurroundings(context, input.flag('strict'))
  const known = new KnownSkills(options)
  const skillManager = new SkillManager(known)
  const metrics = place.home === undefined ? undefined : openMetrics(metricsPath(place.home))
  const listeners = new Set<(event: MetricsEvent) => void>()
  const onMetrics = (event: MetricsEvent) => {
    metrics?.record(event)
    for (const listener of listeners) listener(event)
  }
  return {
    known,
    metrics,
    onActivity: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    options: {
      skillManager,
      profile: oneOf(TOOL_PROFILES, input.text('profile')) ?? 'registry',
      delivery: oneOf(DELIVERIES, input.text('delivery')) ?? 'toggle',
      workdir: context.workdir,
      ...(place.home !== undefined && { activationsFolder: join(place.home, USER_FOLDER, 'activations') }),
      version: readVersion(),
      onMetrics,
      ...(metrics !== undefined && { countUses: metrics.countUses }),
    },
    close: async () => {
      metrics?.flush()
      await skillManager.close()
    },
  }
}

function openMetrics(path: string) {
  return { path, ...createMetricsFile(path), countUses: () => countActivations(path) }
}
