/** A command call, and how its effects are recorded. */

import type { WebAddress } from '../../facts/address.js'
import { isForeignTo } from '../../facts/vendors.js'
import type { Segment } from '../../text/segment.js'
import type { Flow } from '../flow.js'
import { carrier, mergeTaints, type Taint, type Value } from '../value.js'
import { fileKey, fileTaints } from './shell-sources.js'
import type { ShellState } from './shell-state.js'
import type { Transfer } from './shell-words.js'

export interface ShellCall {
  readonly name: string
  readonly words: readonly Value[]
  readonly input: Value | undefined
  readonly segment: Segment
  readonly at: number
}

/** The content of files that a command names. */
export function wordFiles({ name, words, at }: ShellCall, state: ShellState): readonly Value[] {
  // `tar -C folder x` takes `folder/x`.
  const place = name === 'tar' ? words.findIndex(({ text }) => text === '-C' || text === '--directory') : -1
  const folder = place < 0 ? undefined : words[place + 1]?.text
  return words.flatMap(({ text }) => {
    if (text === undefined || text.startsWith('-')) return []
    const own = fileTaints(state, text, at)
    const inside = folder === undefined || text === folder ? [] : fileTaints(state, `${folder}/${text}`, at)
    return [carrier(own), carrier(inside)]
  })
}

export function noteFile(state: ShellState, path: string | undefined, taints: readonly Taint[]): void {
  if (path === undefined || taints.length === 0 || state.files.size > 500) return
  const key = fileKey(path)
  state.files.set(key, mergeTaints([carrier(state.files.get(key) ?? []), carrier(taints)]))
}

/** A credential belongs in a header if it goes to its vendor; a whole file of them never does. */
export function isOddInHeader({ kind, name, isPart, owner }: Taint, address: WebAddress | undefined): boolean {
  if (owner !== undefined) return address !== undefined && isForeignTo(owner, address.host)
  if (kind === 'variable') return address !== undefined && isForeignTo(name, address.host)
  return isPart !== true
}

/** Something sensitive arrives somewhere. */
export function note(
  state: ShellState,
  { segment, at }: ShellCall,
  sink: Flow['sink'],
  taints: readonly Taint[],
  transfer: Transfer | undefined,
  via: string,
): void {
  const address = transfer?.address
  const isInAddress = transfer?.targets.some(({ taints: carried }) => carried.length > 0) === true
  state.flows.push({ sink, taints, address, segment, at, via, isInAddress })
}
