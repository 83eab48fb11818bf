/** What stands at a place, fit to be shown: one line, bounded, invisible characters named, secrets left out. */

import { isBidirectional, isInvisible } from './confusables.js'

const LONGEST = 160
/** Long runs of letters and digits after what announces a secret. */
const SECRET = /\b(sk-|gh[pousr]_|xox[abpr]-|AKIA|eyJ|npm_|glpat-)[A-Za-z0-9_.-]{12,200}/g

/** The line around an offset; long lines are cut around it. */
export function excerptAt(text: string, lineStart: number, lineEnd: number, offset: number): string {
  let from = lineStart
  let to = lineEnd
  if (to - from > LONGEST) {
    from = Math.max(lineStart, Math.min(offset - 40, lineEnd - LONGEST))
    to = Math.min(lineEnd, from + LONGEST)
  }
  const cut = text.slice(from, to)
  const shown = `${from > lineStart ? '…' : ''}${cut.trim()}${to < lineEnd ? '…' : ''}`
  return showInvisible(shown.replace(SECRET, '$1…'))
}

/** Control and invisible characters as `<U+200B>`; a run of the same kind is counted. */
function showInvisible(text: string): string {
  let shown = ''
  let run = 0
  let last = ''
  for (const character of text) {
    const name = nameOf(character)
    if (name !== '' && name === last) {
      run++
      continue
    }
    if (run > 1) shown += `×${run}`
    shown += name === '' ? character : name
    last = name
    run = 1
  }
  return run > 1 && last !== '' ? `${shown}×${run}` : shown
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  // A tab, and the mark that makes an emoji of a sign, are nothing to point out.
  if (code === 0x09 || code === 0xfe0f) return ''
  const isTag = code >= 0xe0000 && code <= 0xe007f
  if (isTag) return '<tag characters>'
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029
  const isLone = code >= 0xd800 && code <= 0xdfff
  if (!isControl && !isLone && !isInvisible(code) && !isBidirectional(code)) return ''
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
