/** Everything that was seen in a bundle, for the rules to draw conclusions from. */

import type { Document } from '../skill/parse.js'
import type { BundleLink } from './bundle.js'
import type { FoundAddress } from './facts/address.js'
import type { FileType } from './facts/file-type.js'
import type { PhraseKind } from './facts/phrase-kind.js'
import { createPhraseFinder, type Phrase } from './facts/phrases.js'
import type { Flow } from './flow/flow.js'
import type { CommandFact } from './flow/shell/shell-state.js'
import type { Language, Segment } from './text/segment.js'
import { unfoldLines } from './text/unfold.js'

export interface ScannedFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly isExecutable: boolean
  readonly type: FileType
  /** Undefined where it is not text. */
  readonly text: string | undefined
  readonly language: Language
  /** What else it could be run as: by its name, its first line, or how other files call it. */
  readonly otherLanguages: readonly Language[]
  /** The archive that it lies in. */
  readonly inside: number | undefined
  /** Tests and their fixtures quote what they test against, as long as nothing in the skill runs or names them. */
  readonly isFixture: boolean
}

/** What a passage says, and where. */
export interface Said {
  /** In the segment. */
  readonly index: number
  readonly text: string
  /** What stands before and after it, so many characters of the text as it is read. */
  readonly before: (length: number) => string
  readonly after: (length: number) => string
}

/** A piece of prose; what it says is looked for when it is asked about. */
export interface Passage {
  readonly segment: Segment
  readonly addresses: readonly FoundAddress[]
  /** As it is read: a line that was broken goes on, however it is indented. */
  readonly text: string
  /** The first phrase of a kind. */
  readonly phrase: (kind: PhraseKind) => Said | undefined
  /** The first match of a pattern. */
  readonly match: (pattern: RegExp) => Said | undefined
}

/** Something odd about the files themselves. */
export interface Oddity {
  readonly kind: string
  readonly file: number
  readonly offset: number
  readonly detail: string
}

export interface Evidence {
  readonly files: readonly ScannedFile[]
  /** The SKILL.md taken apart, and which file it is. */
  readonly main: { readonly file: number; readonly document: Document } | undefined
  readonly segments: readonly Segment[]
  readonly passages: readonly Passage[]
  readonly flows: readonly Flow[]
  readonly commands: readonly CommandFact[]
  /** Names such as `eval` that were put together from pieces. */
  readonly assembled: readonly { readonly name: string; readonly at: number; readonly segment: Segment }[]
  readonly oddities: readonly Oddity[]
  readonly links: readonly BundleLink[]
  /** What lies beside the files and is no part of the skill. */
  readonly leftOut: readonly string[]
}

/** A passage whose phrases are found once, and only those that a rule asks for. */
export function createPassage(segment: Segment, addresses: readonly FoundAddress[]): Passage {
  let known: Map<PhraseKind, Said> | undefined
  const { text, placeOf } = unfoldLines(segment.text)
  const toSaid = ({ index, text: said }: Phrase): Said => ({
    index: placeOf(index),
    text: said,
    before: (length) => text.slice(Math.max(0, index - length), index),
    after: (length) => text.slice(index + said.length, index + said.length + length),
  })
  const find = createPhraseFinder(text)
  return {
    segment,
    addresses,
    text,
    phrase: (kind) => {
      const before = known?.get(kind)
      if (before !== undefined) return before
      const found = find(kind)
      if (found === undefined) return undefined
      const said = toSaid(found)
      known ??= new Map()
      known.set(kind, said)
      return said
    },
    match: (pattern) => {
      const found = pattern.exec(text)
      return found === null ? undefined : toSaid({ index: found.index, text: found[0] })
    },
  }
}

/** Whether a passage says all of these. */
export function says(passage: Passage, ...kinds: readonly PhraseKind[]): boolean {
  return kinds.every((kind) => passage.phrase(kind) !== undefined)
}

/** Where a passage says something; its beginning where it does not. */
export function indexOf(passage: Passage, kind: PhraseKind): number {
  return passage.phrase(kind)?.index ?? 0
}

const positions = new WeakMap<readonly Passage[], ReadonlyMap<Passage, number>>()

/** The passages of the same section and file that stand at most so many blocks away, in order. */
export function nearby({ passages }: Evidence, passage: Passage, blocks: number): readonly Passage[] {
  const known = positions.get(passages) ?? new Map(passages.map((each, at) => [each, at]))
  positions.set(passages, known)
  const at = known.get(passage) ?? 0
  const isNear = (other: Passage | undefined): other is Passage =>
    other !== undefined &&
    other.segment.file === passage.segment.file &&
    other.segment.section === passage.segment.section &&
    Math.abs(other.segment.block - passage.segment.block) <= blocks
  let from = at
  while (isNear(passages[from - 1])) from--
  let to = at
  while (isNear(passages[to + 1])) to++
  return passages.slice(from, to + 1)
}
