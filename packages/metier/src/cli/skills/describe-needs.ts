import type { NeedsObject } from '../../eligibility/assess.js'

/** `bins: git, gh`, one text for each kind that names something. */
export function describeNeeds(needs: NeedsObject): readonly string[] {
  return Object.entries(needs).flatMap(([kind, names]: readonly [string, readonly string[]]) =>
    names.length === 0 ? [] : [`${kind}: ${names.join(', ')}`],
  )
}
