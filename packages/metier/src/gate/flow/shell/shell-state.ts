/** What a shell script knows while it is followed; the blocks of one document share it, as a reader runs them in turn. */

import type { Segment } from '../../text/segment.js'
import type { Flow } from '../flow.js'
import type { Taint, Value } from '../value.js'
import type { Node } from './shell-nodes.js'

/** One simple command, its words worked out as far as they are known. */
export interface CommandFact {
  readonly name: string
  readonly words: readonly string[]
  readonly segment: Segment
  readonly at: number
  readonly end: number
  /** How it stands in the script. */
  readonly text: string
  /** Targets of `>` and `>>`. */
  readonly writes: readonly string[]
  /** What is put into those by a here-document or `echo`. */
  readonly written: string
}

export interface ShellState {
  readonly variables: Map<string, Value>
  /** What files hold, by the name a script gives them. */
  readonly files: Map<string, readonly Taint[]>
  readonly functions: Map<string, Node>
  readonly commands: CommandFact[]
  readonly flows: Flow[]
  /** Code of other languages, and text that was decoded on the way. */
  readonly children: Segment[]
  /** Steps left; a script that needs more is followed no further. */
  budget: number
}

export function createShellState(budget: number): ShellState {
  return {
    variables: new Map(),
    files: new Map(),
    functions: new Map(),
    commands: [],
    flows: [],
    children: [],
    budget,
  }
}
