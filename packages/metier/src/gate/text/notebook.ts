/** Splits a notebook into cells of code or Markdown, with the position of every character. */

import { guessLanguage, languageOfTag } from './languages.js'
import { linesOf, segmentMarkdown } from './markdown.js'
import { type Language, partOf, placeIn, type Segment } from './segment.js'

interface Cell {
  kind: string
  /** The ranges of its source and output strings, without their quotes. */
  readonly source: Span[]
  readonly outputs: Span[]
}

interface Span {
  readonly from: number
  readonly to: number
}

const MOST_CELLS = 2000
/** Linear: every token is read once, in order. */
const TOKEN = /"((?:[^"\\\n]|\\.){0,200000})"|[{}[\]:,]/g

/** The cells of a notebook; empty for any other file. */
export function segmentNotebook(whole: Segment): readonly Segment[] {
  const { cells, language } = readCells(whole.text)
  return cells.flatMap((cell, block) => {
    const placed = { section: block, block }
    const source = joinSpans(whole, cell.source)
    const outputs = joinSpans(whole, cell.outputs)
    const shown = outputs.text === '' ? [] : segmentMarkdown({ ...outputs, ...placed, language: 'prose' })
    return [...segmentCell({ ...source, ...placed }, cell.kind, language), ...shown]
  })
}

function segmentCell(cell: Segment, kind: string, language: Language): readonly Segment[] {
  if (kind !== 'code') return segmentMarkdown({ ...cell, language: 'prose' })
  const magic = /^\s{0,8}%%(\w{1,20})/.exec(cell.text)?.[1]
  if (magic !== undefined) {
    const from = cell.text.indexOf('\n') + 1
    const own = /^(?:bash|sh|script|system)$/.test(magic) ? 'shell' : (languageOfTag(magic) ?? language)
    return [partOf(cell, from === 0 ? cell.text.length : from, cell.text.length, { kind: 'fence', language: own })]
  }
  const commands = [...linesOf(cell.text)].filter(({ text }) => /^\s{0,40}!/.test(text))
  const shell = commands.map(({ from, to, text }) =>
    partOf(cell, from + text.indexOf('!') + 1, to, { kind: 'fence', language: 'shell' }),
  )
  // Shell lines in a notebook are not lines of its language.
  const plain = cell.text.replace(/^[ \t]{0,40}[!%][^\n]{0,4000}/gm, (line) => ' '.repeat(line.length))
  const own = language === 'other' ? guessLanguage(plain) : language
  return [{ ...cell, kind: 'fence', language: own, text: plain }, ...shell]
}

/** Reads the outline of the file; context distinguishes keys from values. */
function readCells(text: string): { readonly cells: readonly Cell[]; readonly language: Language } {
  const reading = new NotebookReading()
  for (const { index, 0: token, 1: content } of text.matchAll(TOKEN))
    if (content === undefined) reading.mark(token)
    else reading.string(content, { from: index + 1, to: index + 1 + content.length })
  return reading
}

class NotebookReading {
  readonly cells: Cell[] = []
  language: Language = 'python'
  /** The keys on the path to the current position. */
  readonly #path: string[] = []
  #last = ''
  #key = ''

  mark(token: string): void {
    if (token === ':') this.#key = this.#last
    else if (token === '{' || token === '[') this.#open(token)
    else if (token === '}' || token === ']') this.#path.pop()
    if (token !== ':') this.#last = ''
    if (token === ',' && !this.#isInList) this.#key = ''
  }

  string(content: string, span: Span): void {
    this.#last = content
    const key = this.#key
    const cell = this.cells.at(-1)
    if (key === 'cell_type' && cell !== undefined) cell.kind = content
    else if ((key === 'language' || key === 'name') && /kernelspec|language_info/.test(this.#path.join(' '))) {
      const named = languageOfTag(content)
      if (named !== undefined && named !== 'other') this.language = named
    } else if (cell !== undefined && this.#path.includes('[cells')) this.#add(cell, key, span)
  }

  get #isInList(): boolean {
    return this.#path.at(-1)?.startsWith('[') === true
  }

  #open(token: string): void {
    const isCell = token === '{' && this.#path.at(-1) === '[cells'
    if (isCell && this.cells.length < MOST_CELLS) this.cells.push({ kind: 'code', source: [], outputs: [] })
    this.#path.push(token === '[' ? `[${this.#key}` : this.#key === '' ? '{' : this.#key)
    if (token === '{') this.#key = ''
  }

  #add(cell: Cell, key: string, span: Span): void {
    if (this.#path.some((part) => part.includes('outputs'))) {
      if (/^(?:text|text\/plain|text\/html|text\/markdown)$/.test(key)) cell.outputs.push(span)
    } else if (key === 'source') cell.source.push(span)
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\n', b: ' ', f: ' ' }

/** The strings concatenated, with escapes decoded. */
function joinSpans(whole: Segment, spans: readonly Span[]): Segment {
  const characters: string[] = []
  const table: number[] = []
  for (const { from, to } of spans) {
    for (let at = from; at < to; ) {
      const length = whole.text[at] !== '\\' ? 1 : whole.text[at + 1] === 'u' ? 6 : 2
      characters.push(characterAt(whole.text, at, length))
      table.push(placeIn(whole, at))
      at += length
    }
  }
  table.push(placeIn(whole, spans.at(-1)?.to ?? 0))
  return { ...whole, text: characters.join(''), offsets: { kind: 'table', table: Int32Array.from(table) } }
}

function characterAt(text: string, at: number, length: number): string {
  if (length === 1) return text.charAt(at)
  if (length === 6) return String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16) || 32)
  const escaped = text.charAt(at + 1)
  return ESCAPES[escaped] ?? escaped
}
