/** Which agents see which skills, for all skills at once: computed in slices, and kept for each situation. */

import { createSightFinder } from '../../manager/details/sight-finder.js'
import type { KnownSkills } from '../../manager/known-skills.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import type { Situation } from '../../registry/situation.js'
import type { AgentSight } from '../../store/links/who-sees.js'
import type { SeeingAgent, SightCell, SightsView } from '../api/overview.js'
import type { CurrentSkills } from '../live/live-skills.js'

/** One skill per turn is slow, all at once opens too many files. */
const AT_ONCE = 32

export interface Sights {
  of(current: CurrentSkills): Promise<SightsView>
}

/** Composes the command that links skills of a scope for an agent. */
type ComposeLinking = (agent: string, scope: string) => string

export function createSights(known: KnownSkills, linking: ComposeLinking): Sights {
  const views = new WeakMap<Situation, Promise<SightsView>>()
  return {
    of: (current) => {
      const view = views.get(current.situation) ?? findAll(known, current, linking)
      views.set(current.situation, view)
      return view
    },
  }
}

/** How an agent sees a skill, in one word. */
export function cellOf(sight: AgentSight): SightCell {
  return sight.sees ? sight.how : sight.reason
}

async function findAll(
  known: KnownSkills,
  { version, entries }: CurrentSkills,
  linking: ComposeLinking,
): Promise<SightsView> {
  const find = createSightFinder(known.place)
  const agents: { id: string; title: string; sees: number; unlinked: Set<string> }[] = []
  const patterns = new Map<string, number>()
  const rows: number[] = []
  for (let at = 0; at < entries.all.length; at += AT_ONCE) {
    const slice = entries.all.slice(at, at + AT_ONCE)
    const found = await Promise.all(
      slice.map(({ record }) =>
        find({ root: record.root, directory: record.directory, skillPath: directoryOf(record) }),
      ),
    )
    for (const [index, sights] of found.entries()) {
      const scope = slice[index]?.record.root.scope ?? ''
      sights.forEach((sight, column) => {
        agents[column] ??= { id: sight.agent, title: sight.title, sees: 0, unlinked: new Set() }
        if (sight.sees) agents[column].sees++
        else if (sight.reason === 'not_linked') agents[column].unlinked.add(scope)
      })
      const key = sights.map(cellOf).join()
      const position = patterns.get(key) ?? patterns.size
      patterns.set(key, position)
      rows.push(position)
    }
  }
  return {
    version,
    agents: agents.map(({ unlinked, ...agent }): SeeingAgent => {
      const scopes = LINKABLE.filter((scope) => unlinked.has(scope))
      return { ...agent, fixes: scopes.map((scope) => ({ command: linking(agent.id, scope) })) }
    }),
    patterns: [...patterns.keys()].map((key) => (key === '' ? [] : (key.split(',') as SightCell[]))),
    rows,
  }
}

/** Skills are installed into the roots of these scopes, and can be linked from there. */
const LINKABLE = ['project', 'personal']
