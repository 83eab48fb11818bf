/** For each agent on this machine: how many of the skills it sees, which it does not, and which it finds twice. */

import { createSightFinder } from '../../../manager/details/sight-finder.js'
import type { ResolvedOptions } from '../../../manager/options.js'
import type { RegistryView } from '../../../registry/registry-view.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'

export interface AgentReach {
  readonly agent: string
  readonly title: string
  /** The number of skills that it sees. */
  readonly sees: number
  readonly unseen: readonly string[]
  /** The commands that link these, as far as they can be linked. */
  readonly fixes: readonly string[]
  /** Skills that it finds in several of its directories. It uses one of them; the files are the same. */
  readonly twice: readonly string[]
}

/** A skill in a root that skills are installed into. */
interface Linkable {
  readonly name: string
  readonly scope: string
}

export async function findReaches(
  view: RegistryView,
  place: Pick<ResolvedOptions, 'home' | 'variable' | 'workdir'>,
  linkable: readonly Linkable[],
): Promise<readonly AgentReach[]> {
  const find = createSightFinder(place)
  const reaches = new Map<string, { title: string; sees: number; unseen: string[]; twice: string[] }>()
  for (const skill of view.all.values()) {
    for (const sight of await find(skill)) {
      const reach = reaches.get(sight.agent) ?? { title: sight.title, sees: 0, unseen: [], twice: [] }
      reaches.set(sight.agent, reach)
      if (sight.sees) reach.sees++
      else reach.unseen.push(skill.name)
      if (sight.sees && sight.also !== undefined) reach.twice.push(skill.name)
    }
  }
  return [...reaches].map(([agent, reach]) => ({
    agent,
    ...reach,
    fixes: composeLinking(agent, reach.unseen, linkable),
  }))
}

/** One command per scope. */
function composeLinking(agent: string, unseen: readonly string[], linkable: readonly Linkable[]): readonly string[] {
  return ['project', 'personal'].flatMap((scope) => {
    const names = linkable.filter((skill) => skill.scope === scope && unseen.includes(skill.name))
    const [first, ...others] = names.map(({ name }) => quoteForShell(name))
    if (first === undefined) return []
    return [`metier link ${others.length === 0 ? `${first} ` : ''}--agent ${agent} --${scope}`]
  })
}
