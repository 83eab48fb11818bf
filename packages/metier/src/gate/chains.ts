/** Steps that several rules share on the way from facts to conclusions. */

import type { Evidence, Passage } from './evidence.js'
import type { Address } from './facts/address.js'
import type { PhraseKind } from './facts/phrases.js'
import type { Flow } from './flow/flow.js'
import type { Taint, TaintKind } from './flow/value.js'
import type { Related } from './rule.js'
import type { Segment } from './text/segment.js'

/** Whether something leaves this machine and its network; an unknown address may be anywhere. */
export function isOutside(address: Address | undefined): boolean {
  return address === undefined || (address.kind !== 'loopback' && address.kind !== 'private')
}

/** Whether an address says by itself that nobody stands behind it with a name. */
export function isShady(address: Address | undefined): boolean {
  if (address === undefined) return false
  if (address.hasUser || address.kind === 'raw-ip' || address.kind === 'paste' || address.kind === 'tunnel' || address.kind === 'drop') return true
  return address.isPlain && isOutside(address)
}

/** What arrives at a sink, of these kinds. */
export function arriving(flow: Flow, ...kinds: readonly TaintKind[]): readonly Taint[] {
  return flow.taints.filter(({ kind }) => kinds.includes(kind))
}

/** Where something was read that arrives elsewhere. */
export function sourceOf(flow: Flow, taint: Taint): readonly Related[] {
  return [{ segment: flow.segment, at: taint.at, message: `${taint.name} is read here` }]
}

export function hostOf(address: Address | undefined): string {
  return address === undefined ? 'an address that is not known' : address.host
}

/** The first passage of the section, this one included, that says something. */
export function saysNearby(evidence: Evidence, passage: Passage, blocks: number, kind: PhraseKind): Passage | undefined {
  const { file, section, block } = passage.segment
  return evidence.passages.find(
    ({ segment, phrases }) => segment.file === file && segment.section === section && Math.abs(segment.block - block) <= blocks && phrases.some((phrase) => phrase.kind === kind),
  )
}

export function indexOf(passage: Passage, kind: PhraseKind): number {
  return passage.phrases.find((phrase) => phrase.kind === kind)?.index ?? 0
}

/** Whether two segments stand in the same place of the same file. */
export function isSamePlace(a: Segment, b: Segment): boolean {
  return a.file === b.file && a.block === b.block && a.section === b.section
}
