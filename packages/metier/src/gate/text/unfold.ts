/** Text as it is read: a sentence does not end at a line break, and a dot inside a name does not end a sentence. */

export interface UnfoldedText {
  /** One sentence per line. */
  readonly text: string
  /** The original position of a character in the unfolded text. */
  readonly placeOf: (index: number) => number
}

/** A line continues unless the next one is empty or starts an item, heading, quotation, row, tag or label. */
const BREAK = /[ \t]{0,8}\n[ \t]{0,40}(?![A-Z]{3,20}:)(?=[^\s\-*+#>|\d<[])/g
const SENTENCE_END = /([.!?。！？]["')\]*`]{0,3})[ \t]/g

/** One space per line break inside a sentence, and a line break after every sentence. */
export function unfoldLines(written: string): UnfoldedText {
  if (!written.includes('\n')) return { text: written.replace(SENTENCE_END, '$1\n'), placeOf: (index) => index }
  const cuts: { readonly after: number; readonly lost: number }[] = []
  let lost = 0
  const text = written.replace(BREAK, (gap, at: number) => {
    cuts.push({ after: at - lost, lost: lost + gap.length - 1 })
    lost += gap.length - 1
    return ' '
  })
  return {
    text: text.replace(SENTENCE_END, '$1\n'),
    placeOf: (index) => index + (cuts.findLast(({ after }) => after < index)?.lost ?? 0),
  }
}
