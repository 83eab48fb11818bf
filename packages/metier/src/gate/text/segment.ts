/** A piece of a file that is read in one way: as prose, as code in one language, as a comment. */

import { type Offsets, offsetOf, sliceOffsets } from './offsets.js'

export type Language = 'shell' | 'javascript' | 'python' | 'powershell' | 'prose' | 'data' | 'other'

type SegmentKind = 'heading' | 'paragraph' | 'fence' | 'inline' | 'comment' | 'field' | 'script' | 'decoded'

export interface Segment {
  /** Index of its file. */
  readonly file: number
  readonly kind: SegmentKind
  readonly language: Language
  readonly text: string
  readonly offsets: Offsets
  /** Counts the headings before it; text below one heading belongs together. */
  readonly section: number
  /** Counts the blocks in a file, to measure distance. */
  readonly block: number
  /** Whether its structure presents it as something to watch out for. */
  readonly isQuoted: boolean
  /** Whether it is a command that a sentence only mentions. */
  readonly isMentioned?: boolean
  /** How it was obtained, if it is not literally in the file: `base64`, `python argument`. */
  readonly via: readonly string[]
}

/** The file position of a character in a segment. */
export function placeIn(segment: Segment, index: number): number {
  return offsetOf(segment.offsets, Math.min(Math.max(0, index), segment.text.length))
}

/** What a part may be read as, other than its segment. */
type Reading = Partial<Pick<Segment, 'kind' | 'language' | 'section' | 'block' | 'isQuoted' | 'isMentioned' | 'via'>>

/** A part of a segment, read in another way. */
export function partOf(segment: Segment, from: number, to: number, as: Reading): Segment {
  // Written out: there are many segments, and spreading is slow.
  return {
    file: segment.file,
    kind: as.kind ?? segment.kind,
    language: as.language ?? segment.language,
    text: segment.text.slice(from, to),
    offsets: sliceOffsets(segment.offsets, from, to),
    section: as.section ?? segment.section,
    block: as.block ?? segment.block,
    isQuoted: as.isQuoted ?? segment.isQuoted,
    isMentioned: as.isMentioned ?? segment.isMentioned ?? false,
    via: as.via ?? segment.via,
  }
}

/** Text computed from a place in a segment; it is not in the file, so all of it points there. */
export function derivedFrom(segment: Segment, index: number, text: string, via: string, as: Partial<Segment>): Segment {
  return {
    file: segment.file,
    kind: as.kind ?? 'decoded',
    language: as.language ?? segment.language,
    text,
    offsets: { kind: 'point', at: placeIn(segment, index) },
    section: segment.section,
    block: segment.block,
    isQuoted: as.isQuoted ?? segment.isQuoted,
    isMentioned: segment.isMentioned ?? false,
    via: [...segment.via, via],
  }
}
