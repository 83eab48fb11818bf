/**
 * Markdown as a tree of few and harmless kinds. Text of a skill becomes React elements from this tree and never HTML: a tag in the text
 * is shown as it is written, an image as its words, a link only if it is one of those that may be followed.
 */
import type { Token, Tokens } from 'marked'
import { lex } from './lex.js'
import { type LinkTarget, readLink } from './links.js'

export type Block =
  | { readonly kind: 'heading'; readonly depth: number; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly start: number | undefined; readonly entries: readonly ListEntry[] }
  | {
      readonly kind: 'table'
      readonly head: readonly Cell[]
      readonly rows: readonly (readonly Cell[])[]
      readonly left: number
    }
  | { readonly kind: 'rule' }
  /** HTML in the text, shown and not interpreted. */
  | { readonly kind: 'markup'; readonly text: string }
  /** What was left out, because there is too much of it. */
  | { readonly kind: 'cut'; readonly message: string }

export interface ListEntry {
  readonly isChecked: boolean | undefined
  readonly blocks: readonly Block[]
}

type Cell = readonly Inline[]

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'struck'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly target: LinkTarget; readonly content: readonly Inline[] }
  | { readonly kind: 'image'; readonly text: string; readonly target: string }
  | { readonly kind: 'markup'; readonly text: string }
  | { readonly kind: 'break' }

/** More than this is read in the source, which shows any amount. */
export const LIMITS = { characters: 200_000, depth: 12, blocks: 3000, rows: 200, columns: 30, inlines: 20_000 } as const

interface Budget {
  blocks: number
  inlines: number
}

/** Reads Markdown. Parts over a limit are left out with a sentence; nothing makes it throw. */
export function readMarkdown(text: string): readonly Block[] {
  try {
    const { tokens, left } = lex(text.slice(0, LIMITS.characters))
    const blocks = readBlocks(tokens, 0, { blocks: LIMITS.blocks, inlines: LIMITS.inlines })
    const cut = left + Math.max(0, text.length - LIMITS.characters)
    return cut > 0 ? [...blocks, cutAfter(cut)] : blocks
  } catch {
    // Deep nesting can exhaust the parser's stack.
    return [{ kind: 'cut', message: 'This text cannot be shown as a page. Read its source.' }]
  }
}

function cutAfter(characters: number): Block {
  return { kind: 'cut', message: `${characters.toLocaleString('en')} more characters. Read the rest in the source.` }
}

function readBlocks(tokens: readonly Token[], depth: number, budget: Budget): readonly Block[] {
  if (depth > LIMITS.depth) return [{ kind: 'cut', message: 'Nested too deeply. Read it in the source.' }]
  const blocks: Block[] = []
  for (const token of tokens) {
    if (budget.blocks <= 0) {
      blocks.push({ kind: 'cut', message: 'Too many parts to show. Read the rest in the source.' })
      break
    }
    budget.blocks -= 1
    const block = readBlock(token, depth, budget)
    if (block !== undefined) blocks.push(block)
  }
  return blocks
}

function readBlock(token: Token, depth: number, budget: Budget): Block | undefined {
  switch (token.type) {
    case 'heading':
      return { kind: 'heading', depth: (token as Tokens.Heading).depth, content: readInlines(token, depth, budget) }
    case 'paragraph':
    case 'text':
      return { kind: 'paragraph', content: readInlines(token, depth, budget) }
    case 'code':
      return { kind: 'code', language: (token as Tokens.Code).lang ?? '', text: (token as Tokens.Code).text }
    case 'blockquote':
      return { kind: 'quote', blocks: readBlocks((token as Tokens.Blockquote).tokens, depth + 1, budget) }
    case 'list':
      return readList(token as Tokens.List, depth, budget)
    case 'table':
      return readTable(token as Tokens.Table, depth, budget)
    case 'hr':
      return { kind: 'rule' }
    case 'html':
      return { kind: 'markup', text: (token as Tokens.HTML).raw.trimEnd() }
    default:
      return undefined
  }
}

function readList(token: Tokens.List, depth: number, budget: Budget): Block {
  const entries = token.items.slice(0, Math.max(0, budget.blocks)).map((entry) => ({
    isChecked: entry.task ? entry.checked === true : undefined,
    blocks: readBlocks(entry.tokens, depth + 1, budget),
  }))
  return { kind: 'list', start: token.ordered && token.start !== '' ? token.start : undefined, entries }
}

function readTable(token: Tokens.Table, depth: number, budget: Budget): Block {
  const cells = (row: readonly Tokens.TableCell[]) =>
    row.slice(0, LIMITS.columns).map((cell) => readInlines(cell, depth, budget))
  const rows = token.rows.slice(0, LIMITS.rows)
  return { kind: 'table', head: cells(token.header), rows: rows.map(cells), left: token.rows.length - rows.length }
}

function readInlines(
  token: { readonly tokens?: Token[] | undefined; readonly text?: string },
  depth: number,
  budget: Budget,
): readonly Inline[] {
  if (token.tokens === undefined) return [{ kind: 'text', text: token.text ?? '' }]
  if (depth > LIMITS.depth * 2 || budget.inlines <= 0) return [{ kind: 'text', text: '…' }]
  budget.inlines -= token.tokens.length
  return token.tokens.map((one) => readInline(one, depth + 1, budget))
}

const STYLED = { strong: 'strong', em: 'emphasis', del: 'struck' } as const

function readInline(token: Token, depth: number, budget: Budget): Inline {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return { kind: STYLED[token.type], content: readInlines(token as Tokens.Strong, depth, budget) }
    case 'codespan':
      return { kind: 'code', text: (token as Tokens.Codespan).text }
    case 'link': {
      const link = token as Tokens.Link
      return { kind: 'link', target: readLink(link.href), content: readInlines(link, depth, budget) }
    }
    case 'image':
      return { kind: 'image', text: (token as Tokens.Image).text, target: (token as Tokens.Image).href }
    case 'html':
      return { kind: 'markup', text: token.raw }
    case 'br':
      return { kind: 'break' }
    case 'escape':
      return { kind: 'text', text: (token as Tokens.Escape).text }
    default:
      return readRest(token, depth, budget)
  }
}

function readRest(token: Token, depth: number, budget: Budget): Inline {
  const inner = (token as Tokens.Text).tokens
  if (inner !== undefined && inner.length === 1 && inner[0] !== undefined)
    return readInline(inner[0], depth + 1, budget)
  return { kind: 'text', text: decodeEntities((token as Tokens.Text).text ?? token.raw) }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Entities are text as well: React escapes what they stand for. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? all
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : all
  })
}
