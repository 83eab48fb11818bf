/** What a named call does, computed once per name: a script calls the same few again and again. */

import { mayBeBuiltIn } from './built-ins.js'
import { type CallKind, callKindOf } from './known-calls.js'

export interface CallMeaning {
  readonly isBuiltIn: boolean
  readonly kind: CallKind | undefined
}

/** Caches the names of one script. */
export function createMeanings(): (reference: string) => CallMeaning {
  const meanings = new Map<string, CallMeaning>()
  return (reference) => {
    const known = meanings.get(reference)
    if (known !== undefined) return known
    const meaning = { isBuiltIn: mayBeBuiltIn(reference), kind: callKindOf(reference) }
    meanings.set(reference, meaning)
    return meaning
  }
}
