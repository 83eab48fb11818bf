/** Which of the five tool contracts a server offers. */

import type { Delivery } from '../../tools/workspace-tools.js'

/** The tools of each profile, in the order in which they are listed. */
const PROFILES = {
  registry: ['skills', 'activate_skill', 'deactivate_skill', 'read_skill_file', 'call_skill_tool'],
  wave: ['Skill'],
  neovate: ['skill'],
  get_skill: ['get_skill'],
  all: [
    'skills',
    'activate_skill',
    'deactivate_skill',
    'read_skill_file',
    'call_skill_tool',
    'Skill',
    'skill',
    'get_skill',
  ],
} as const

export type ToolProfile = keyof typeof PROFILES

/** What a server may be told, the usual one first. */
export const TOOL_PROFILES = Object.keys(PROFILES) as readonly ToolProfile[]

/** How the tools of active skills reach a client: listed while active, always listed, or called through another. */
export const DELIVERIES: readonly Delivery[] = ['toggle', 'static', 'dispatch']

/** The names of the tools of a profile. */
export function toolNamesOf(profile: ToolProfile): readonly string[] {
  return PROFILES[profile]
}
