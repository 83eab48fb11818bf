/** The host owners that a skill names, and where: one that is named only once is a stranger to the rest. */

import type { Evidence } from './evidence.js'
import { findAddresses, type WebAddress } from './facts/address.js'
import { registrableDomain } from './facts/domain.js'
import type { Segment } from './text/segment.js'

interface Places {
  readonly files: Set<number>
  readonly blocks: Set<string>
}

const known = new WeakMap<readonly Segment[], ReadonlyMap<string, Places>>()
/** One other place is enough. */
const MOST = 2

/** Whether a file other than this one names the host's owner. */
export function isNamedOutside(address: WebAddress, file: number, evidence: Evidence): boolean {
  const files = placesOf(evidence).get(registrableDomain(address.host))?.files ?? []
  return [...files].some((other) => other !== file)
}

/** Whether a block other than this one names the host's owner. */
export function isNamedBeside(address: WebAddress, segment: Segment, evidence: Evidence): boolean {
  const blocks = placesOf(evidence).get(registrableDomain(address.host))?.blocks ?? []
  return [...blocks].some((other) => other !== blockOf(segment))
}

/** Computed once: a skill may contain many scripts. */
function placesOf({ segments }: Evidence): ReadonlyMap<string, Places> {
  const before = known.get(segments)
  if (before !== undefined) return before
  const places = new Map<string, Places>()
  for (const segment of segments)
    for (const { host } of findAddresses(segment.text)) addPlace(places, registrableDomain(host), segment)
  known.set(segments, places)
  return places
}

function addPlace(places: Map<string, Places>, domain: string, segment: Segment): void {
  const place = places.get(domain) ?? { files: new Set(), blocks: new Set() }
  if (place.files.size < MOST) place.files.add(segment.file)
  if (place.blocks.size < MOST) place.blocks.add(blockOf(segment))
  places.set(domain, place)
}

function blockOf({ file, block }: Segment): string {
  return `${file} ${block}`
}
