/** The state while a shell script is followed; all blocks of a document share it, as if run in turn. */

import type { Segment } from '../../text/segment.js'
import type { FileTable } from '../files.js'
import type { Flow } from '../flow.js'
import type { Taint, Value } from '../value.js'
import type { Node } from './shell-nodes.js'

/** One simple command, with its words expanded as far as they are known. */
export interface CommandFact {
  readonly name: string
  readonly words: readonly string[]
  readonly segment: Segment
  readonly at: number
  readonly end: number
  /** As written in the script. */
  readonly text: string
  /** Targets of `>` and `>>`. */
  readonly writes: readonly string[]
  /** What a here-document or `echo` writes to those. */
  readonly written: string
}

export interface ShellState {
  readonly variables: Map<string, Value>
  /** File contents, by the name the script uses. */
  readonly files: Map<string, readonly Taint[]>
  readonly functions: Map<string, Node>
  readonly commands: CommandFact[]
  readonly flows: Flow[]
  /** Code in other languages, and text that was decoded along the way. */
  readonly children: Segment[]
  /** What the skill's other scripts write. */
  readonly written: FileTable | undefined
  /** Remaining steps; a longer script is not followed to its end. */
  budget: number
}

export function createShellState(budget: number, written?: FileTable): ShellState {
  return {
    variables: new Map(),
    files: new Map(),
    functions: new Map(),
    commands: [],
    flows: [],
    children: [],
    written,
    budget,
  }
}
