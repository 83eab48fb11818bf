/** Text as it is read: a sentence does not end where a line does, and a dot inside a name ends no sentence. */

export interface UnfoldedText {
  /** One sentence to a line. */
  readonly text: string
  /** Where a character of the text stands in what was unfolded. */
  readonly placeOf: (index: number) => number
}

/** A line goes on unless the next one is empty or begins an item, a heading, a quotation, a row, a tag or a label. */
const BREAK = /[ \t]{0,8}\n[ \t]{0,40}(?![A-Z]{3,20}:)(?=[^\s\-*+#>|\d<[])/g
const SENTENCE_END = /([.!?。！？]["')\]*`]{0,3})[ \t]/g

/** One blank for every line break inside a sentence, and a line break after every sentence. */
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
