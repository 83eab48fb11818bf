/** Steps that several rules share on the way from facts to conclusions. */

import type { WebAddress } from './facts/address.js'
import type { Flow } from './flow/flow.js'
import type { Taint, TaintKind } from './flow/value.js'
import type { RelatedPlace } from './rule.js'

/** Whether something leaves this machine and its network; an unknown address may be anywhere. */
export function isOutside(address: WebAddress | undefined): boolean {
  return address === undefined || (address.kind !== 'loopback' && address.kind !== 'private')
}

/** Whether an address says by itself that nobody stands behind it with a name. */
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

/** What arrives at a sink, of these kinds. */
export function arriving(flow: Flow, ...kinds: readonly TaintKind[]): readonly Taint[] {
  return flow.taints.filter(({ kind }) => kinds.includes(kind))
}

/** Where something was read that arrives elsewhere. */
export function sourceOf(flow: Flow, taint: Taint): readonly RelatedPlace[] {
  return [{ segment: flow.segment, at: taint.at, message: `${taint.name} is read here` }]
}

export function hostOf(address: WebAddress | undefined): string {
  return address === undefined ? 'an address that is not known' : address.host
}

/** Shell as it runs: quotes inside a word, or before a letter of it, change nothing. */
export function withoutQuotes(text: string): string {
  return text.replace(/""|''|(?<=\w)["'](?=\w)|\\(?=[a-z])/g, '')
}
