/** Which tools a server offers, and how the tools of active skills reach its clients. */

import type { BuiltInTool } from '../../tools/built-in-tool.js'
import { BUILT_IN_TOOLS } from '../../tools/create-tools.js'

/**
 * A set of tools: `registry` is Metier's own, `wave`, `neovate` and `get_skill` have one contract's tool each, `all`
 * has every tool.
 */
export type ToolProfile = (typeof BUILT_IN_TOOLS)[number]['profile'] | 'all'

/** The profile of a server that is not given one. */
export const USUAL_PROFILE = 'registry' satisfies ToolProfile

/** Every profile, the usual one first. */
export const TOOL_PROFILES: readonly ToolProfile[] = [
  ...new Set<ToolProfile>([USUAL_PROFILE, ...BUILT_IN_TOOLS.map(({ profile }) => profile), 'all']),
]

/** The tools of a profile, in the order in which they are listed. */
export function toolsOf(profile: ToolProfile): readonly BuiltInTool[] {
  if (profile !== 'all') return BUILT_IN_TOOLS.filter((tool) => tool.profile === profile)
  return TOOL_PROFILES.filter((one) => one !== 'all').flatMap(toolsOf)
}
