/** Markup that acts when rendered: scripts, event handlers, frames, links that are code. */

import { readAddress, type WebAddress } from './address.js'

export interface ActiveMarkup {
  readonly kind: 'script' | 'handler' | 'frame' | 'link' | 'page'
  readonly index: number
  /** The code; empty if it is loaded from elsewhere. */
  readonly code: string
  /** The source of a script or frame. */
  readonly address: WebAddress | undefined
}

const TELLING =
  /<(?:script|i?frame|object|embed|applet|meta|base|link)\b|script\s{0,4}:|[\s/"']on[a-z]{3,24}\s{0,3}=|&(?:#|colon|tab|newline)/i
const LONGEST = 8192
const MOST = 200

/** Everything in a text that acts by itself when rendered, grouped by kind. */
export function findActiveMarkup(text: string): readonly ActiveMarkup[] {
  if (!TELLING.test(text)) return []
  return [...scripts(text), ...handlers(text), ...frames(text), ...links(text), ...pages(text)]
}

/** Scripts may also contain data and templates, which never run. */
const INERT = /\btype\s{0,3}=\s{0,3}["']?(?:application\/(?:ld\+)?json|text\/(?:template|x-\w)|importmap|math\/)/i

function scripts(text: string): readonly ActiveMarkup[] {
  const found: ActiveMarkup[] = []
  for (const { index, 0: opening } of text.matchAll(/<script\b[^<>]{0,400}>/gi)) {
    if (found.length >= MOST || INERT.test(opening)) continue
    const rest = text.slice(index + opening.length, index + opening.length + LONGEST)
    const end = rest.search(/<\/script/i)
    const source = attribute(opening, 'src')
    // `<script>` in a sentence is just a word.
    if (source === undefined && (end < 0 || rest.slice(0, end).trim() === '')) continue
    found.push({ kind: 'script', index, code: end < 0 ? '' : rest.slice(0, end), address: addressOf(source) })
  }
  return found
}

const HANDLER = /<[a-z][\w:-]{0,20}(?=[\s/])[^<>]{0,400}?[\s/"'](on[a-z]{3,24})\s{0,3}=\s{0,3}(?=[^\s>])/gi

function handlers(text: string): readonly ActiveMarkup[] {
  return [...text.matchAll(HANDLER)].slice(0, MOST).map(({ index, 0: opening }) => {
    return {
      kind: 'handler',
      index,
      code: text.slice(index, endOfTag(text, index + opening.length)),
      address: undefined,
    }
  })
}

/** The end of a tag, which may contain `>` in quotes. */
function endOfTag(text: string, from: number): number {
  let quote = ''
  const last = Math.min(text.length, from + LONGEST)
  for (let at = from; at < last; at++) {
    const character = text.charAt(at)
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at
  }
  return last
}

function frames(text: string): readonly ActiveMarkup[] {
  return [...text.matchAll(/<(?:i?frame|object|embed|applet)\b(?=[\s/])[^<>]{0,400}/gi)]
    .slice(0, MOST)
    .flatMap(({ index, 0: opening }): readonly ActiveMarkup[] => {
      const source = attribute(opening, 'src') ?? attribute(opening, 'data')
      const inner = /\ssrcdoc\s{0,3}=/i.test(opening) ? text.slice(index, index + LONGEST) : ''
      if (inner === '' && source === undefined) return []
      return [{ kind: 'frame', index, code: inner, address: addressOf(source) }]
    })
}

/** `](…)`, `]: …`, `<…>` and attributes that take a link. */
const TARGETS: readonly RegExp[] = [
  /\]\(\s{0,4}<?([^\s)][^)\n]{3,400})/g,
  /\]:[ \t]{0,4}<?([^\s>][^\n>]{3,400})/g,
  /<([a-z&#;0-9]{4,60}:[^\s<>][^<>\n]{0,400})>/gi,
  /\b(?:href|src|action|formaction|data)\s{0,3}=\s{0,3}["']?([^"'<>\s][^<>\n]{3,400})/gi,
]

function links(text: string): readonly ActiveMarkup[] {
  return TARGETS.flatMap((pattern) =>
    [...text.matchAll(pattern)].slice(0, MOST).flatMap(({ index, 1: written = '' }): readonly ActiveMarkup[] => {
      const code = readCode(written)
      return code === undefined ? [] : [{ kind: 'link', index, code, address: undefined }]
    }),
  )
}

/** A target that is code, as a browser reads it: entities decoded, white space in the scheme ignored. */
function readCode(written: string): string | undefined {
  const text = written
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, digits) => fromCode(Number.parseInt(digits, 16)))
    .replace(/&#(\d{1,7});?/g, (_, digits) => fromCode(Number(digits)))
    .replace(/&colon;/gi, ':')
    .replace(/&(?:tab|newline);/gi, '')
  const scheme = /^[\s\w]{8,24}?:/.exec(text)?.[0] ?? ''
  if (!/^(?:javascript|vbscript|livescript):$/i.test(scheme.replace(/\s/g, ''))) return undefined
  const code = text.slice(scheme.length)
  return /^\s{0,4}(?:void\s{0,2}\(?\s{0,2}0|;|\.\.\.|$)/.test(code) ? undefined : code
}

function fromCode(code: number): string {
  return code > 0x10ffff ? '' : String.fromCodePoint(code)
}

/** Redirects the page, or changes the base of its links. */
function pages(text: string): readonly ActiveMarkup[] {
  const pattern =
    /<meta\s[^<>]{0,200}http-equiv\s{0,3}=\s{0,3}["']?refresh|<link\s[^<>]{0,200}rel\s{0,3}=\s{0,3}["']?import\b|<base\s[^<>]{0,100}href\s{0,3}=/gi
  return [...text.matchAll(pattern)].slice(0, MOST).map(({ index }) => {
    const tag = text.slice(index, Math.min(endOfTag(text, index), index + LONGEST_TAG))
    return { kind: 'page', index, code: '', address: addressOf(/(?:https?:)?\/\/[^\s"'<>;]{1,200}/i.exec(tag)?.[0]) }
  })
}

const LONGEST_TAG = 600

function attribute(tag: string, name: 'src' | 'data'): string | undefined {
  const pattern =
    name === 'src'
      ? /[\s/"']src\s{0,3}=\s{0,3}["']?([^\s"'>]{1,400})/i
      : /[\s/"']data\s{0,3}=\s{0,3}["']?([^\s"'>]{1,400})/i
  return pattern.exec(tag)?.[1]
}

function addressOf(source: string | undefined): WebAddress | undefined {
  if (source === undefined) return undefined
  if (source.startsWith('//')) return readAddress(`https:${source}`)
  return source.includes('://') ? readAddress(source) : undefined
}
