/** The position of calls while a script is followed, and the record of their effects. */

import { findAddresses, readAddress } from '../../facts/address.js'
import { derivedFrom, type Segment } from '../../text/segment.js'
import type { FileTable } from '../files.js'
import type { Flow } from '../flow.js'
import type { VariableScope } from '../scope.js'
import { HOLE, type Value } from '../value.js'
import type { CallKind } from './known-calls.js'
import type { Inflate } from './text-methods.js'

export interface ProgramResult {
  readonly flows: Flow[]
  /** Command lines that the script passes to a shell, and code that it assembles. */
  readonly children: Segment[]
  /** Dangerous names that were assembled from pieces, with their positions. */
  readonly assembled: { readonly name: string; readonly at: number; readonly segment: Segment }[]
  readonly writes: WrittenFile[]
}

/** A script that was followed. */
export interface FollowedProgram {
  /** What others can import. */
  readonly scope: VariableScope
  readonly result: ProgramResult
  /** Whether the budget was enough. */
  readonly isWhole: boolean
}

/** A file that a script writes under a name that is known, at least in part. */
export interface WrittenFile {
  readonly path: string
  /** What is written, as far as it is known. */
  readonly text: string | undefined
  readonly at: number
  readonly segment: Segment
}

export interface CallContext {
  readonly segment: Segment
  readonly result: ProgramResult
  readonly inflate: Inflate
  /** What the skill's scripts write to files. */
  readonly files: FileTable
}

export interface KnownCall {
  readonly kind: CallKind
  readonly reference: string
  readonly callee: Value
  readonly given: readonly Value[]
  readonly at: number
}

const MOST_CHILDREN = 200
const MOST_FLOWS = 500
const MOST_WRITES = 200

/** Code in another language, or code that was assembled. */
export function addChild(
  { segment, result }: CallContext,
  text: string,
  at: number,
  via: string,
  language: Segment['language'],
): void {
  if (result.children.length < MOST_CHILDREN) result.children.push(derivedFrom(segment, at, text, via, { language }))
}

type Noted = Pick<Flow, 'sink' | 'taints' | 'at' | 'via'> & {
  readonly target?: string | undefined
  readonly isInAddress?: boolean
}

/** Something arrives somewhere. */
export function note({ segment, result }: CallContext, { target, isInAddress = false, ...flow }: Noted): void {
  if (result.flows.length >= MOST_FLOWS) return
  const address =
    target === undefined ? undefined : (findAddresses(target)[0] ?? readAddress(target.replaceAll(HOLE, 'x')))
  result.flows.push({ ...flow, address, segment, isInAddress })
}

/** Something is written to a file. */
export function noteWrite(
  { segment, result }: CallContext,
  path: string | undefined,
  text: string | undefined,
  at: number,
): void {
  if (path !== undefined && result.writes.length < MOST_WRITES) result.writes.push({ path, text, at, segment })
}
