/** Steps from facts to conclusions that several rules share. */

import type { WebAddress } from './facts/address.js'
import type { Flow } from './flow/flow.js'
import type { Taint, TaintKind } from './flow/value.js'
import type { RelatedPlace } from './rule.js'

/** Whether something leaves this machine and its network; an unknown address may be anywhere. */
export function isOutside(address: WebAddress | undefined): boolean {
  return address === undefined || (address.kind !== 'loopback' && address.kind !== 'private')
}

/** Whether the address itself shows that its owner is anonymous. */
export function isShady(address: WebAddress | undefined): boolean {
  if (address === undefined) return false
  if (
    address.hasUser ||
    address.kind === 'raw-ip' ||
    address.kind === 'paste' ||
    address.kind === 'tunnel' ||
    address.kind === 'drop'
  )
    return true
  return address.isPlain && isOutside(address)
}

/** The taints of these kinds that arrive at a sink. */
export function arriving(flow: Flow, ...kinds: readonly TaintKind[]): readonly Taint[] {
  return flow.taints.filter(({ kind }) => kinds.includes(kind))
}

/** Where a taint that arrives elsewhere was read. */
export function sourceOf(flow: Flow, taint: Taint): readonly RelatedPlace[] {
  return [{ segment: flow.segment, at: taint.at, message: `${taint.name} is read here` }]
}

export function hostOf(address: WebAddress | undefined): string {
  return address === undefined ? 'an unknown address' : address.host
}

/** Shell text as it runs: quotes inside a word, or before one of its letters, change nothing. */
export function withoutQuotes(text: string): string {
  return text.replace(/""|''|(?<=\w)["'](?=\w)|\\(?=[a-z])/g, '')
}
