/** Everything seen in a bundle, from which the rules draw conclusions. */

import type { Document } from '../skill/parse.js'
import type { BundleLink } from './bundle.js'
import type { FoundAddress } from './facts/address.js'
import type { FileType } from './facts/file-type.js'
import type { IntentFact } from './facts/intent/intent.js'
import { readIntents } from './facts/intent/read-intents.js'
import type { PhraseKind } from './facts/phrase-kind.js'
import { type Phrase, PhraseFinder } from './facts/phrases.js'
import type { WrittenFile } from './flow/calls/call-context.js'
import type { Flow } from './flow/flow.js'
import type { CommandFact } from './flow/shell/shell-state.js'
import type { Language, Segment } from './text/segment.js'
import { type UnfoldedText, unfoldLines } from './text/unfold.js'

export interface ScannedFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly isExecutable: boolean
  readonly type: FileType
  /** Undefined if it is not text. */
  readonly text: string | undefined
  readonly language: Language
  /** Other languages it could be run as: by its name, its first line, or how other files call it. */
  readonly otherLanguages: readonly Language[]
  /** The archive it is in. */
  readonly inside: number | undefined
  /** Whether it is a test or fixture that quotes what it tests, and nothing in the skill runs or names it. */
  readonly isFixture: boolean
}

/** A phrase in a passage, and its position. */
export interface Said {
  /** Offset in the segment. */
  readonly index: number
  readonly text: string
  /** The text before and after it, up to a number of characters. */
  readonly before: (length: number) => string
  readonly after: (length: number) => string
}

/** A piece of prose; phrases are searched on demand. */
export interface Passage {
  readonly segment: Segment
  readonly addresses: readonly FoundAddress[]
  /** As a reader sees it: wrapped lines are joined, however they are indented. */
  readonly text: string
  /** The first phrase of a kind. */
  phrase(this: Passage, kind: PhraseKind): Said | undefined
  /** The first match of a pattern. */
  match(this: Passage, pattern: RegExp): Said | undefined
  /** What it asks for, with offsets in the segment. */
  intents(this: Passage): readonly IntentFact[]
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
  /** The parsed SKILL.md, and its file. */
  readonly main: { readonly file: number; readonly document: Document } | undefined
  readonly segments: readonly Segment[]
  readonly passages: readonly Passage[]
  readonly flows: readonly Flow[]
  readonly commands: readonly CommandFact[]
  /** Names such as `eval` that were assembled from pieces. */
  readonly assembled: readonly { readonly name: string; readonly at: number; readonly segment: Segment }[]
  /** Files that scripts write under a known name. */
  readonly writes: readonly WrittenFile[]
  readonly oddities: readonly Oddity[]
  readonly links: readonly BundleLink[]
  /** Files next to the skill that are not part of it. */
  readonly leftOut: readonly string[]
}

/** A passage that finds each phrase once, and only those a rule asks for. */
export function createPassage(segment: Segment, addresses: readonly FoundAddress[]): Passage {
  return new SiftedPassage(segment, addresses)
}

/** A class: there are many passages, and functions of their own would take most of the memory of a scan. */
class SiftedPassage implements Passage {
  readonly segment: Segment
  readonly addresses: readonly FoundAddress[]
  readonly text: string
  readonly #unfolded: UnfoldedText
  readonly #finder: PhraseFinder
  #known: Map<PhraseKind, Said> | undefined
  #intents: readonly IntentFact[] | undefined

  constructor(segment: Segment, addresses: readonly FoundAddress[]) {
    this.segment = segment
    this.addresses = addresses
    this.#unfolded = unfoldLines(segment.text)
    this.text = this.#unfolded.text
    this.#finder = new PhraseFinder(this.text)
  }

  phrase(kind: PhraseKind): Said | undefined {
    const before = this.#known?.get(kind)
    if (before !== undefined) return before
    const found = this.#finder.phrase(kind)
    if (found === undefined) return undefined
    const said = this.#toSaid(found)
    this.#known ??= new Map()
    this.#known.set(kind, said)
    return said
  }

  match(pattern: RegExp): Said | undefined {
    const found = this.#finder.match(pattern)
    return found === undefined ? undefined : this.#toSaid(found)
  }

  intents(): readonly IntentFact[] {
    this.#intents ??= readIntents(this.text, this.#unfolded.placeOf)
    return this.#intents
  }

  #toSaid({ index, text: said }: Phrase): Said {
    const { text } = this
    return {
      index: this.#unfolded.placeOf(index),
      text: said,
      before: (length) => text.slice(Math.max(0, index - length), index),
      after: (length) => text.slice(index + said.length, index + said.length + length),
    }
  }
}

/** Whether a passage contains all of these. */
export function says(passage: Passage, ...kinds: readonly PhraseKind[]): boolean {
  return kinds.every((kind) => passage.phrase(kind) !== undefined)
}

/** Where a passage contains a phrase; its start if it does not. */
export function indexOf(passage: Passage, kind: PhraseKind): number {
  return passage.phrase(kind)?.index ?? 0
}

const positions = new WeakMap<readonly Passage[], ReadonlyMap<Passage, number>>()

/** The passages in the same section and file within a number of blocks, in order. */
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
