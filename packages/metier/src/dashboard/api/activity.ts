/** What happened: live events of this server, and what the metrics file keeps. */

import type { SkillFigures, UsageFigures } from '../../workspace/metrics/metrics.js'
import type { SkillId } from './common.js'

/** `GET /api/activity`. */
export interface ActivityView {
  /** The latest events of this process, latest first; at most 500. */
  readonly events: readonly ActivityEvent[]
  /** From the metrics file that `metier stats` reads, and this process. */
  readonly skills: readonly SkillUsage[]
  readonly tools: readonly ToolUsage[]
  /** Usable skills that were never activated nor called, with the command that disables each. */
  readonly neverUsed: readonly UnusedSkill[]
  /** How many further skills were never used. */
  readonly neverUsedLeft: number
  readonly from: string | null
  readonly to: string | null
  readonly command: string
}

export interface SkillUsage extends SkillFigures {
  readonly skill: SkillId
}

export interface ToolUsage extends UsageFigures {
  readonly tool: string
}

export interface UnusedSkill {
  readonly skill: SkillId
  /** Estimated tokens that it costs in every catalogue. */
  readonly tokens: number
  readonly command: string
}

/** One thing that happened in this process. */
export interface ActivityEvent {
  /** Grows by one with every event of this process. */
  readonly id: number
  readonly time: string
  readonly kind: 'activated' | 'called' | 'offered'
  /** Who did it: an MCP client, or the tools playground. */
  readonly from: 'mcp' | 'page'
  readonly skill: SkillId | null
  readonly tool: string | null
  readonly outcome: 'succeeded' | 'failed' | 'refused' | null
  readonly milliseconds: number | null
  /** How many equal events it stands for. */
  readonly count: number
}
