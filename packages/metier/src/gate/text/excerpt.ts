/** A printable excerpt: one line, bounded, invisible characters named, secrets removed. */

import { isBidirectional, isInvisible } from './confusables.js'

const LONGEST = 160
/** Long runs of letters and digits after a sign of a secret: a key prefix, its name, or a user. */
const SECRETS: readonly RegExp[] = [
  /\b(?:[sr]k[-_]|gh[pousr]_|github_pat_|xox[abeprs]-|AKIA|ASIA|AIza|ya29\.|eyJ|npm_|pypi-|hf_|glpat-|dop_v1_)([A-Za-z0-9_.-]{12,400})/dg,
  /(?:key|token|secret|passw(?:or)?d|pwd)["']? {0,4}[=:] {0,4}["']?((?=[A-Za-z_+=-]{0,40}[0-9])[A-Za-z0-9_+=-]{20,400})/dgi,
  /:\/\/[^\s/@:]{1,64}:([^\s/@]{3,200})@/dg,
  /\b(?:Bearer|Basic) {1,4}((?=[A-Za-z_.~+/=-]{0,40}[0-9])[A-Za-z0-9_.~+/=-]{20,800})/dg,
]
/** Replaces each character of a secret, so that positions stay the same until the text is cut. */
const HIDDEN = '\ue000'
/** How far to look back, so that a secret that reaches into the excerpt is found. */
const BEFORE = 1000

/** The line around an offset; long lines are cut around it. */
export function excerptAt(text: string, lineStart: number, lineEnd: number, offset: number): string {
  let from = lineStart
  let to = lineEnd
  if (to - from > LONGEST) {
    from = Math.max(lineStart, Math.min(offset - 40, lineEnd - LONGEST))
    to = Math.min(lineEnd, from + LONGEST)
  }
  const before = Math.max(lineStart, from - BEFORE)
  const cut = hideSecrets(text.slice(before, Math.min(lineEnd, to + BEFORE))).slice(from - before, to - before)
  const shown = `${from > lineStart ? '…' : ''}${cut.trim()}${to < lineEnd ? '…' : ''}`
  return showInvisible(shown.replace(/\ue000+/g, '…'))
}

/** Replaces secrets by `…`. In pieces, because each secret that is found copies its piece. */
export function withoutSecrets(text: string): string {
  let shown = ''
  for (let at = 0; at < text.length; at += PIECE) shown += hideSecrets(text.slice(at, at + PIECE))
  return shown.replace(/\ue000+/g, '…')
}

const PIECE = 8 * 1024

function hideSecrets(text: string): string {
  let hidden = text
  for (const pattern of SECRETS) {
    for (const { indices } of text.matchAll(pattern)) {
      const [start, end] = indices?.[1] ?? [0, 0]
      hidden = hidden.slice(0, start) + HIDDEN.repeat(end - start) + hidden.slice(end)
    }
  }
  return hidden
}

/** Control and invisible characters as `<U+200B>`; runs of the same kind are counted. */
export function showInvisible(text: string): string {
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
  // Tabs and emoji variation selectors are not worth showing.
  if (code === 0x09 || code === 0xfe0f) return ''
  const isTag = code >= 0xe0000 && code <= 0xe007f
  if (isTag) return '<tag characters>'
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029
  const isLone = code >= 0xd800 && code <= 0xdfff
  if (!isControl && !isLone && !isInvisible(code) && !isBidirectional(code)) return ''
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
