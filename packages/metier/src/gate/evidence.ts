/** Everything that was seen in a bundle, for the rules to draw conclusions from. */

import type { Document } from '../skill/parse.js'
import type { BundleLink } from './bundle.js'
import type { FoundAddress } from './facts/address.js'
import type { Phrase, PhraseKind } from './facts/phrases.js'
import type { Flow } from './flow/flow.js'
import type { CommandFact } from './flow/shell-state.js'
import type { FileType } from './facts/file-type.js'
import type { Language, Segment } from './text/segment.js'

export interface ScannedFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly isExecutable: boolean
  readonly type: FileType
  /** Undefined where it is not text. */
  readonly text: string | undefined
  readonly language: Language
  readonly lineStarts: readonly number[]
  /** The archive that it lies in. */
  readonly inside: number | undefined
  /** Tests and their fixtures quote what they test against. */
  readonly isFixture: boolean
}

/** A piece of prose with what it says. */
export interface Passage {
  readonly segment: Segment
  readonly phrases: readonly Phrase[]
  readonly addresses: readonly FoundAddress[]
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
}

export function phraseOf(passage: Passage, kind: PhraseKind): Phrase | undefined {
  return passage.phrases.find((phrase) => phrase.kind === kind)
}

/** Whether a passage says all of these. */
export function says(passage: Passage, ...kinds: readonly PhraseKind[]): boolean {
  return kinds.every((kind) => phraseOf(passage, kind) !== undefined)
}

/** The passages of the same section and file that stand at most so many blocks away. */
export function nearby(evidence: Evidence, passage: Passage, blocks: number): readonly Passage[] {
  const { file, section, block } = passage.segment
  return evidence.passages.filter(({ segment }) => segment.file === file && segment.section === section && Math.abs(segment.block - block) <= blocks)
}
