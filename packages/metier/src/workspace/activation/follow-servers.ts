/** Follows what the servers of active skills say about changes of their lists. */

import { type Result, succeed } from '../../skill/failure.js'
import type { Activation, ActiveSkills } from './activation.js'
import type { ServerFeature } from './server.js'
import type { SwitchOutcome } from './switch-skills.js'

/** A change of what the servers of active skills offer besides tools. */
export type ContentChange =
  | { readonly list: ContentList }
  /** A resource that was subscribed to, and the server that has it. */
  | { readonly uri: string; readonly skill: string; readonly server: string }

type ContentList = Extract<ServerFeature, 'prompts' | 'resources'>

/** What following needs of its workspace. */
export interface FollowContext {
  active(): ActiveSkills
  assign(next: ActiveSkills): void
  /** Called after the tools have changed. */
  changed(): unknown
  /** Called after something else has changed. */
  contentsChanged(change: ContentChange): void
}

/** Runs a change after those that are under way. */
type TakeTurn = (work: () => Promise<Result<SwitchOutcome>>) => Promise<unknown>

/** Follows the servers of a skill that has become active. */
export function followServers(activation: Activation, following: FollowContext, takeTurn: TakeTurn): void {
  const { name: skill, servers, ending } = activation
  for (const { name: server, kept } of servers) {
    kept.onChange((change) => {
      if (ending.signal.aborted) return
      if ('uri' in change) following.contentsChanged({ ...change, skill, server })
      else if (change.list !== 'tools') following.contentsChanged({ list: change.list })
      else void takeTurn(async () => grantAgain(activation, following))
    })
  }
}

/** Swaps in the skill with what it grants now, if it is still active. */
function grantAgain({ name, ending, findGrants }: Activation, { active, assign, changed }: FollowContext) {
  const before = active()
  if (!ending.signal.aborted) {
    const granting = (one: Activation) => (one.name === name ? { ...one, grants: findGrants() } : one)
    assign({ ...before, activations: before.activations.map(granting) })
    changed()
  }
  return succeed({ activation: undefined, wasActive: true, troubles: [] })
}

const LISTS = ['prompts', 'resources'] as const satisfies ContentList[]

/** Says which lists are different after skills became active or inactive. */
export function tellContents(switched: readonly Activation[], { contentsChanged }: FollowContext): void {
  const servers = switched.flatMap((activation) => activation.servers)
  for (const list of LISTS) if (servers.some(({ kept }) => kept.offers.has(list))) contentsChanged({ list })
}
