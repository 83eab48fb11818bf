/** Splits Markdown into segments: a line scanner for the few structures that decide how text is read. */

import { COUNTEREXAMPLE, INPUT, NEGATIVE, QUESTIONED, THREAT } from './framing/lead-in.js'
import { isMention, isRecord } from './framing/mention.js'
import { guessLanguage, languageOfTag, looksLikeCommand } from './languages.js'
import { type Language, partOf, type Segment } from './segment.js'

/** One line of a text, without its line ending. */
export interface TextLine {
  readonly from: number
  readonly to: number
  readonly text: string
}

interface Fence {
  readonly marker: string
  readonly tag: string
  readonly from: number
}

/** The longest text that is examined in one piece. */
const WINDOW = 4096

/** The segments of a Markdown text, in order; `whole` covers it. */
export function segmentMarkdown(whole: Segment): readonly Segment[] {
  const scanner = new MarkdownScanner(whole)
  for (const line of linesOf(whole.text)) scanner.take(line)
  return scanner.finish()
}

export function* linesOf(text: string): Generator<TextLine> {
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf('\n', from)
    const to = newline < 0 ? text.length : newline
    yield { from, to, text: text.slice(from, to) }
    if (newline < 0) return
    from = newline + 1
  }
}

const OPENING = /^[\s>*+-]{0,24}(?:\d{1,3}[.)]\s{1,4})?(`{3,}|~{3,})([^`]*)$/

/** `[note]: # "text"`, `[//]: # (text)`, `[x]: <> (text)`. */
const NOTE =
  /^\s{0,3}\[[^\]\n]{1,80}\]:\s{0,3}(?:(?:#|<#?>|\/\/|\.|-)\S{0,20}\s{1,3}["'(]([^\n]{4,2000})|https?:\/\/\S{1,300}\s{1,3}["'(]([^\n]{48,2000}))$/

/** An item that is nothing but a quotation. */
const CITED = /^\s{0,12}(?:[-*+]|\d{1,3}[.)])\s{1,4}(?:["“„«「『][^"“”„«»「」『』]{3,600}["”“»」』])[\s.,;]{0,4}$/

const QUOTATION = /^\s{0,3}>/

/** The times of a crontab entry. */
const CRON = /^\s{0,4}(?:(?:[\d*/,-]{1,20}\s{1,3}){5}|@(?:reboot|hourly|daily|weekly|monthly)\s{1,3})/
class MarkdownScanner {
  readonly #whole: Segment
  readonly #segments: Segment[] = []
  #section = 0
  #block = 0
  #fence: Fence | undefined
  #comment = -1
  #paragraph: { from: number; to: number } | undefined
  #note: { readonly from: number; readonly to: number } | undefined
  /** The last prose before a fence, list or table, which introduces it. */
  #leadIn = ''
  /** The headings above, by level, and whether one presents what follows as a threat. */
  readonly #threats: boolean[] = []
  #tableHead = ''

  constructor(whole: Segment) {
    this.#whole = whole
  }

  take(line: TextLine): void {
    if (this.#fence !== undefined) this.#takeFenced(line, this.#fence)
    else if (this.#comment >= 0) this.#takeComment(line)
    else this.#takeOpen(line)
  }

  finish(): readonly Segment[] {
    const end = this.#whole.text.length
    if (this.#fence !== undefined) this.#closeFence(this.#fence, end)
    if (this.#comment >= 0) this.#addComment(this.#comment, end)
    this.#closeNote()
    this.#closeParagraph()
    return this.#segments
  }

  #takeFenced(line: TextLine, fence: Fence): void {
    const trimmed = line.text.trim()
    const isEnd = trimmed.startsWith(fence.marker) && /^[`~]+$/.test(trimmed)
    if (isEnd) this.#closeFence(fence, line.from)
  }

  #takeComment(line: TextLine): void {
    const end = line.text.indexOf('-->')
    if (end < 0) return
    this.#addComment(this.#comment, line.from + end)
    this.#comment = -1
    const rest = { from: line.from + end + 3, to: line.to, text: line.text.slice(end + 3) }
    if (rest.text.trim() !== '') this.#takeOpen(rest)
  }

  #takeOpen(line: TextLine): void {
    const isMarked = line.text.includes('```') || line.text.includes('~~~')
    const opening = isMarked ? OPENING.exec(line.text) : null
    if (opening !== null) {
      this.#closeParagraph()
      this.#fence = { marker: opening[1] ?? '```', tag: opening[2] ?? '', from: line.to + 1 }
      return
    }
    if (this.#takeDefinition(line)) return
    const comment = line.text.indexOf('<!--')
    if (comment >= 0 && !isInCode(line.text, comment)) {
      this.#takeCommentStart(line, comment)
      return
    }
    if (line.text.trim() === '') this.#closeParagraph()
    else if (/^\s{0,3}#{1,6}\s/.test(line.text)) this.#addHeading(line)
    else if (/^\s*\|/.test(line.text)) this.#addRow(line)
    else this.#extendParagraph(line)
  }

  /** A link definition is not shown; with a title and nowhere to go, it is a comment that may run over several lines. */
  #takeDefinition(line: TextLine): boolean {
    const note = line.text.includes(']:') ? NOTE.exec(line.text) : null
    if (note === null) {
      this.#closeNote()
      return false
    }
    this.#closeParagraph()
    const from = line.from + note[0].length - (note[1] ?? note[2] ?? '').length
    this.#note = { from: this.#note?.from ?? from, to: line.to }
    return true
  }

  #closeNote(): void {
    const note = this.#note
    this.#note = undefined
    if (note !== undefined) this.#addComment(note.from, note.to)
  }

  #takeCommentStart(line: TextLine, comment: number): void {
    const before = { from: line.from, to: line.from + comment, text: line.text.slice(0, comment) }
    if (before.text.trim() !== '') this.#extendParagraph(before)
    this.#closeParagraph()
    const end = line.text.indexOf('-->', comment + 4)
    if (end < 0) {
      this.#comment = line.from + comment + 4
      return
    }
    this.#addComment(line.from + comment + 4, line.from + end)
    const rest = { from: line.from + end + 3, to: line.to, text: line.text.slice(end + 3) }
    if (rest.text.includes('<!--') || rest.text.trim() !== '') this.#takeOpen(rest)
  }

  #addHeading(line: TextLine): void {
    this.#closeParagraph()
    this.#section++
    const level = /^\s{0,3}(#{1,6})/.exec(line.text)?.[1]?.length ?? 1
    const isAnnounced = /[:：]\**\s*$/.test(this.#leadIn) && NEGATIVE.test(this.#leadIn.slice(-200))
    this.#threats.length = Math.min(this.#threats.length, level)
    if (isAnnounced && level > 1) this.#threats[level - 1] = true
    this.#threats[level] = THREAT.test(line.text)
    this.#leadIn = ''
    this.#tableHead = ''
    this.#add(line.from, line.to, 'heading', 'prose', false)
  }

  /** The first row of a table names its columns, which tell how the other rows are meant. */
  #addRow(line: TextLine): void {
    this.#closeParagraph()
    if (this.#tableHead === '') this.#tableHead = line.text
    const isThreat = NEGATIVE.test(this.#tableHead) || QUESTIONED.test(line.text) || this.#isIntroducedAsThreat()
    this.#addProse(line.from, line.to, isThreat)
  }

  #extendParagraph(line: TextLine): void {
    this.#tableHead = ''
    const isItem = /^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(line.text)
    if (isItem || this.#startsQuotation(line)) this.#closeParagraph()
    const open = this.#paragraph
    if (open === undefined || line.to - open.from > WINDOW) {
      this.#closeParagraph()
      this.#paragraph = { from: line.from, to: line.to }
    } else open.to = line.to
  }

  /** A quotation ends the paragraph before it, which introduces it. */
  #startsQuotation(line: TextLine): boolean {
    const open = this.#paragraph
    return (
      open !== undefined && QUOTATION.test(line.text) && !QUOTATION.test(this.#whole.text.slice(open.from, open.to))
    )
  }

  #closeParagraph(): void {
    const open = this.#paragraph
    if (open === undefined) return
    this.#paragraph = undefined
    const text = this.#whole.text.slice(open.from, open.to)
    const isItem = /^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(text)
    const isQuotation = QUOTATION.test(text)
    const isQuoted = (isItem || isQuotation) && this.#isIntroducedAsThreat()
    const isCited = (isQuoted || this.#isIntroducedAsInput()) && CITED.test(text)
    this.#addProse(
      open.from,
      open.to,
      isQuoted,
      isCited || (isQuotation && COUNTEREXAMPLE.test(this.#leadIn.slice(-200))),
    )
    if (!isItem && !isQuotation) this.#leadIn = text
  }

  /** Texts that someone else is to be given. */
  #isIntroducedAsInput(): boolean {
    return /[:：。]\**\s*$/.test(this.#leadIn) && INPUT.test(this.#leadIn.slice(-200))
  }

  #isIntroducedAsThreat(): boolean {
    const isLeadIn = /[:：]\**\s*$/.test(this.#leadIn) && NEGATIVE.test(this.#leadIn.slice(-200))
    return isLeadIn || this.#threats.includes(true)
  }

  #closeFence(fence: Fence, to: number): void {
    this.#fence = undefined
    const from = Math.min(fence.from, to)
    const text = this.#whole.text.slice(from, to)
    const isQuoted = this.#isIntroducedAsThreat()
    const isBang = fence.tag.trim().startsWith('!')
    const language = isBang ? 'shell' : (languageOfTag(fence.tag) ?? guessLanguage(text))
    const via = isBang ? ['bang'] : /^\s{0,4}fish\b/i.test(fence.tag) ? ['fish'] : []
    const block = this.#add(from, to, 'fence', language, isQuoted, via)
    if (isRecord(text)) this.#segments[this.#segments.length - 1] = { ...block, isMentioned: true }
    this.#leadIn = ''
  }

  #addComment(from: number, to: number): void {
    this.#add(from, to, 'comment', 'prose', false)
  }

  #addProse(from: number, to: number, isQuoted: boolean, isCited = false): void {
    const added = this.#add(from, to, 'paragraph', 'prose', isQuoted)
    const paragraph = isCited ? { ...added, isMentioned: true } : added
    if (isCited) this.#segments[this.#segments.length - 1] = paragraph
    if (!paragraph.text.includes('`')) return
    for (const { index, 0: quoted } of paragraph.text.matchAll(/`[^`\n]{1,2000}`/g))
      this.#addInline(paragraph, index, quoted.slice(1, -1))
  }

  #addInline(paragraph: Segment, index: number, code: string): void {
    const isBang = paragraph.text.charAt(index - 1) === '!'
    const lead = CRON.exec(code)?.[0].length ?? 0
    if (!isBang && !looksLikeCommand(code.slice(lead))) return
    const language = /^\s*(?:powershell|iex|iwr|certutil|mshta)\b/i.test(code) ? 'powershell' : 'shell'
    const isMentioned = !isBang && isMention(paragraph.text, index, code)
    const as = { kind: 'inline', language, isMentioned, via: isBang ? ['bang'] : [] } as const
    this.#segments.push(partOf(paragraph, index + 1 + lead, index + 1 + code.length, as))
  }

  #add(
    from: number,
    to: number,
    kind: Segment['kind'],
    language: Language,
    isQuoted: boolean,
    via: readonly string[] = [],
  ): Segment {
    this.#block++
    const segment = partOf(this.#whole, from, to, {
      kind,
      language,
      section: this.#section,
      block: this.#block,
      isQuoted: isQuoted || this.#whole.isQuoted,
      via,
    })
    this.#segments.push(segment)
    return segment
  }
}

/** Between backticks a comment is shown. */
function isInCode(line: string, index: number): boolean {
  const open = line.lastIndexOf('`', index)
  const ticks = line.slice(0, index).split('`').length - 1
  return ticks % 2 === 1 && /^[^`\n]{0,400}-->[^`\n]{0,40}`/.test(line.slice(open + 1))
}
