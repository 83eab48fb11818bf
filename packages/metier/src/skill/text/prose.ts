/** The first prose in a body: the fallback description, and headings for search. */

import { LIMITS } from '../limits.js'
import { cutText } from './cut-text.js'
import { lazyPattern } from './lazy-pattern.js'

/**
 * The first paragraph of a Markdown text, else its first list item, else its first heading; undefined without prose.
 */
export function firstProse(body: string): string | undefined {
  const paragraph: string[] = []
  let heading: string | undefined
  let item: string | undefined
  for (const line of proseLines(body)) {
    const kind = kindOf(line)
    if (kind === 'text') paragraph.push(line.replace(/^>\s?/, ''))
    else if (paragraph.length > 0 && kind !== 'other') break
    else if (kind === 'heading') heading ??= line.replace(/^#+/, '').trim()
    else if (kind === 'item') item ??= line.replace(/^\S+\s+/, '')
  }
  const text = [paragraph.join(' '), item, heading].map(toPlainText).find((part) => part !== '')
  return text === undefined ? undefined : cutText(text, LIMITS.descriptionLength).trim()
}

function kindOf(line: string): 'blank' | 'heading' | 'item' | 'text' | 'other' {
  if (line === '') return 'blank'
  if (line.startsWith('#')) return 'heading'
  if (/^(?:[-*+]|\d+[.)])\s/.test(line)) return 'item'
  return isProse(line) ? 'text' : 'other'
}

/** Lines outside code fences and HTML comments, trimmed and cut to the length of a description. */
function* proseLines(body: string): Generator<string> {
  let fence = ''
  for (const raw of uncommentedLines(body)) {
    const line = raw.slice(0, 2 * LIMITS.descriptionLength).trim()
    const marker = /^(?:```+|~~~+)/.exec(line)?.[0] ?? ''
    if (fence !== '') {
      if (marker.startsWith(fence)) fence = ''
    } else if (marker !== '') fence = marker
    else yield line
  }
}

/** Yields line by line, because callers usually need only the first few; comments are skipped wherever they end. */
function* uncommentedLines(body: string): Generator<string> {
  let kept = ''
  // Searched again only after they are passed, so that each part of the text is searched once.
  let newline = -1
  let comment = -1
  for (let at = 0; at < body.length; ) {
    if (newline < at) newline = find(body, '\n', at)
    if (comment < at) comment = find(body, '<!--', at)
    if (comment >= newline) {
      yield kept + body.slice(at, newline)
      kept = ''
      at = newline + 1
      continue
    }
    kept += body.slice(at, comment)
    at = find(body, '-->', comment + 4) + 3
  }
  if (kept !== '') yield kept
}

/** The position of something at or after an offset, or the end of the text. */
function find(text: string, wanted: string, from: number): number {
  const at = text.indexOf(wanted, from)
  return at < 0 ? text.length : at
}

const letter = lazyPattern(String.raw`\p{L}`, 'u')

/** Not a rule, a table row, a bare image or badge, a tag, or a line of YAML. */
function isProse(line: string): boolean {
  if (/^(?:[-*_=]{3,}|\||<\/?[a-z][^>]*>$|\[?!\[)/i.test(line)) return false
  if (/^[\w-]+:(?:\s|$)/.test(line) && line.split(' ', 5).length < 5) return false
  return letter().test(line)
}

function toPlainText(text: string | undefined): string {
  return (text ?? '')
    .slice(0, 4 * LIMITS.descriptionLength)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
