/** Documents that are archives internally: text in markup, images, and sometimes programs. */

import type { BundleFile } from '../bundle.js'

/** Whether the members make up a text, table, presentation or book; decided by content, not by name. */
export function isDocument(members: readonly BundleFile[]): boolean {
  const paths = new Set(members.map(({ path }) => path))
  if (paths.has('[Content_Types].xml')) return members.some(({ path }) => /^(?:word|xl|ppt|visio)\//.test(path))
  const kind = members.find(({ path }) => path === 'mimetype')?.bytes.subarray(0, 60)
  return /^application\/(?:vnd\.oasis\.opendocument|epub\+zip)/.test(new TextDecoder().decode(kind))
}

const MARKUP = /\.(?:xml|rels|vml|rdf|x?html?|opf|ncx|css)$/i
/** Styling, which contains nothing to read. */
const LOOKS =
  /(?:^|\/)(?:styles|theme|settings|webSettings|fontTable|numbering|tableStyles|presProps|viewProps|slideLayouts|slideMasters|manifest)\b|\.css$/i

/** The members within a markup budget: text first, then what it refers to, then styling. */
export function limitMarkup(
  members: readonly BundleFile[],
  most: number,
): { readonly members: readonly BundleFile[]; readonly markup: number; readonly isCut: boolean } {
  const kept: BundleFile[] = []
  let markup = 0
  let isCut = false
  for (const member of members.toSorted((a, b) => rankOf(a.path) - rankOf(b.path))) {
    const bytes = MARKUP.test(member.path) ? toLines(member.bytes, most) : undefined
    const left = most - markup
    markup += Math.min(left, bytes?.length ?? 0)
    isCut ||= (bytes?.length ?? 0) > left
    if (bytes === undefined) kept.push(member)
    else if (left > 0) kept.push({ ...member, bytes: bytes.subarray(0, left) })
  }
  return { members: kept, markup, isCut }
}

function rankOf(path: string): number {
  if (!MARKUP.test(path)) return 0
  if (LOOKS.test(path)) return 3
  return /\.rels$/i.test(path) ? 2 : 1
}

/** Ends a paragraph, a cell or a table row. */
const ENDS = /<\/(?:w:p|a:p|si|c|row|text:p|text:h|table:table-row|Relationship|p|div|h[1-6]|li|tr)>|<Relationship\b/g
/** Tags that carry more than styling. */
const SAYS = /\b(?:w:instr|descr|Target|href|src|on\w{3,20})\s{0,3}=|^<\/?(?:script|style)\b/i
/** Bytes of markup parsed per byte of text. */
const MARKUP_PER_TEXT = 16

/** One paragraph per line, without the tags between its letters: revision marks split sentences. */
function toLines(bytes: Uint8Array, most: number): Uint8Array {
  if (!/^[\ufeff\s]*</.test(new TextDecoder().decode(bytes.subarray(0, 64)))) return bytes
  const text = new TextDecoder().decode(bytes.subarray(0, (most + 1) * MARKUP_PER_TEXT))
  const lines = text.replace(ENDS, '\n$&').replace(/<[^<>]*>/g, (tag) => (SAYS.test(tag) ? tag : ''))
  return new TextEncoder().encode(lines)
}
