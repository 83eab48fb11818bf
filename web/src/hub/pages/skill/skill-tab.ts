/** What the tabs of a skill's page share. */

import type { HubSkillView, HubVersionView } from '../../../../../packages/hub/src/routes/views.js'
import { toSkill } from '../../router/route.js'

/** What a tab of the page is given. */
export interface SkillTabProps {
  readonly view: HubSkillView
  readonly version: HubVersionView
}

/** An address within the skill, at the same version. */
export function toTab(
  { skill, owner }: HubSkillView,
  shown: HubVersionView | null,
  parameters: Readonly<Record<string, string>>,
): string {
  const address = { owner: owner.handle, slug: skill.slug }
  return toSkill(address, { ...(shown === null || shown.isLatest ? {} : { version: shown.version }), ...parameters })
}

/** What every request about a skill names. */
export function nameSkill({ skill, owner }: HubSkillView) {
  return { slug: skill.slug, owner: owner.handle }
}
