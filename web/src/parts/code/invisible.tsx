/** Characters that a reader does not see but a model reads: shown by their number, so that nothing hides in a text. */
import type { ReactNode } from 'react'

const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]|[\u{e0000}-\u{e007f}]/gu

export interface TextPart {
  readonly text: string
  readonly isInvisible: boolean
}

/** Splits a text at its invisible characters; a run of them is one part. */
export function splitInvisible(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(INVISIBLE)) {
    if (index > end) parts.push({ text: text.slice(end, index), isInvisible: false })
    parts.push({
      text: `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
      isInvisible: true,
    })
    end = index + found.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isInvisible: false })
  return parts
}

/** A text with its invisible characters made visible. */
export function showInvisible(text: string): ReactNode {
  const parts = splitInvisible(text)
  if (parts.every(({ isInvisible }) => !isInvisible)) return text
  return parts.map((part, at) =>
    part.isInvisible ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity than their place.
      <mark key={at} className="invisible" title="An invisible character">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
