/** Follows the scripts of a skill that others may import, and keeps what another look at them would only repeat. */

import type { Segment } from '../text/segment.js'
import type { CallContext, FollowedProgram } from './calls/call-context.js'
import { followProgram } from './follow-program.js'
import type { Program } from './program.js'
import type { VariableScope } from './scope.js'

export interface Script {
  readonly segment: Segment
  readonly program: () => Program
}

type Shared = Pick<CallContext, 'inflate' | 'files'>

/** The skill's scripts by path: the first time each knows those before it, the second time all of them. */
export class ModuleTable {
  readonly #modules = new Map<string, VariableScope>()
  readonly #followed = new Map<Script, { readonly followed: FollowedProgram; readonly asked: ReadonlySet<string> }>()
  readonly #shared: Shared

  constructor(shared: Shared) {
    this.#shared = shared
  }

  set(name: string, scope: VariableScope): void {
    this.#modules.set(name, scope)
  }

  /** Follows a script for those that import it. */
  define(script: Script, path: string): void {
    const asked = new Set<string>()
    const get = (name: string) => {
      asked.add(name)
      return this.#modules.get(name)
    }
    const followed = followProgram(script.segment, script.program().steps, { get }, this.#shared)
    this.#followed.set(script, { followed, asked })
    this.set(path, followed.scope)
    this.set(path.slice(path.lastIndexOf('/') + 1), followed.scope)
  }

  /** Follows a script that knows all others. One that asked for none of them, with no file between them, gives the same. */
  follow(script: Script): FollowedProgram {
    const before = this.#followed.get(script)
    const isAlone = before !== undefined && this.#shared.files.isEmpty && !this.#knowsAny(before.asked)
    return isAlone
      ? before.followed
      : followProgram(script.segment, script.program().steps, this.#modules, this.#shared)
  }

  #knowsAny(names: ReadonlySet<string>): boolean {
    for (const name of names) if (this.#modules.has(name)) return true
    return false
  }
}
