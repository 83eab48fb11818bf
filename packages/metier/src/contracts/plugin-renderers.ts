/** Renders the results for whole plugins as plain objects, as `--json` prints them. */

import type { GoneSkill, PluginRemoval, PluginUpdate, StoreOutcome } from './store-outcomes.js'
import { type AcceptCommand, renderRefusal } from './store-refusals.js'
import { renderRemove, renderUpdateAll } from './store-renderers.js'

export function renderPluginUpdate(outcome: StoreOutcome<PluginUpdate>, accept?: AcceptCommand): object {
  if (!outcome.ok) return { updated: false, ...renderRefusal(outcome, accept) }
  const { plugin, from, to, updates, gone, added, root, scope } = outcome.value
  const { updated, skills } = renderUpdateAll({ skills: updates, failures: [] }, accept)
  const failed = [...skills, ...gone.map(describeGone)].filter((skill) => 'error' in skill).length
  return {
    plugin,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    updated,
    removed: gone.filter(({ status }) => status === 'removed').length,
    ...(failed > 0 && { error: `${failed} of ${updates.length + gone.length} skills could not be updated` }),
    skills,
    gone: gone.map(describeGone),
    added,
    root,
    scope,
  }
}

function describeGone(skill: GoneSkill) {
  const { name, status } = skill
  if (skill.status === 'failed') return { name, removed: false, ...renderRefusal(skill.outcome) }
  if (status === 'removed') return { name, removed: true }
  return { name, removed: false, reason: status === 'reviewed' ? 'only shown' : status }
}

export function renderPluginRemoval(outcome: StoreOutcome<PluginRemoval>): object {
  if (!outcome.ok) return { removed: false, ...renderRefusal(outcome) }
  const { plugin, removals, root, scope } = outcome.value
  const skills = removals.map(({ name, outcome: one }) => ({
    ...renderRemove(one.ok ? { ok: true, value: { ...one.value, root, scope, rivals: [] } } : one),
    name,
  }))
  const failed = skills.filter(({ removed }) => !removed).length
  const error = failed === 0 ? {} : { error: `${failed} of ${skills.length} skills could not be removed` }
  return { plugin, removed: skills.length - failed, ...error, skills, root, scope }
}
