/** The commands in files that describe what starts by itself: property lists, units, desktop entries. */

import { linesOf, type TextLine } from './markdown.js'
import { derivedFrom, partOf, type Segment } from './segment.js'

const ARGUMENTS =
  /<key>\s{0,8}(?:ProgramArguments|Program)\s{0,8}<\/key>\s{0,40}(?:<array>([\s\S]{0,8000}?)<\/array>|<string>[^<]{1,2000}<\/string>)/g
const WORD = /<string>([^<]{1,4000})<\/string>/g
const LINE = /^\s{0,8}(?:Exec(?:Start|StartPre|StartPost|Stop|Reload)?)\s{0,4}=\s{0,4}[-@:+!]{0,3}(.{1,2000})$/gm
const MOST = 20

/** Each as a shell would read it. */
export function startEntriesOf(segment: Segment, path: string): readonly Segment[] {
  if (segment.kind !== 'script') return []
  if (/\.plist$/i.test(path)) return listed(segment)
  return /\.(?:service|desktop)$/i.test(path) ? assigned(segment) : []
}

function listed(segment: Segment): readonly Segment[] {
  return [...segment.text.matchAll(ARGUMENTS)].slice(0, MOST).map(({ index, 0: entry }) => {
    const words = [...entry.matchAll(WORD)].map(({ 1: word = '' }) => unescaped(word.trim()))
    const line = words
      .map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
      .join(' ')
    return derivedFrom(segment, index, line, 'start entry', { language: 'shell' })
  })
}

function assigned(segment: Segment): readonly Segment[] {
  return [...segment.text.matchAll(LINE)]
    .slice(0, MOST)
    .map(({ index, 1: line = '' }) => derivedFrom(segment, index, line, 'start entry', { language: 'shell' }))
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}

/** A cell that speaks to a model, in the languages of the grammar. */
const SPOKEN_TO =
  /\b(?:AI|LLM|assistants?|agents?|language models?|KI|Assistent\w{0,2}|IA|asistentes?|agentes?|modelos? de lenguaje|assistante?s?)\b|人工智能|助手|代理|エージェント|アシスタント|AI(?=[へにはがをの向])/
const CELLS = /\.(?:csv|tsv)$/i
const SHORTEST = 60
const LONGEST = 4000

/** The rows of a table that speak to a model: data speaks to no one. */
export function spokenRowsOf(segment: Segment, path: string): readonly Segment[] {
  if (segment.kind !== 'script' || !CELLS.test(path) || segment.text.length > 500_000) return []
  const found: Segment[] = []
  for (const line of linesOf(segment.text)) {
    if (line.text.length >= SHORTEST && line.text.length <= LONGEST && SPOKEN_TO.test(line.text))
      found.push(...cellsOf(segment, line))
    if (found.length >= MOST) break
  }
  return found
}

/** Without the quotation marks, which make no quotation here. */
function cellsOf(segment: Segment, { from, text }: TextLine): readonly Segment[] {
  const quoted = [...text.matchAll(/"((?:[^"]|""){60,4000})"/g)].map(({ index, 1: cell = '' }) => ({
    at: from + index + 1,
    length: cell.length,
  }))
  const cells = quoted.length > 0 ? quoted : [{ at: from, length: text.length }]
  const spoken = cells.filter(({ at, length }) => !isEnumeration(segment.text.slice(at, at + length)))
  return spoken.map(({ at, length }) => partOf(segment, at, at + length, { kind: 'comment', language: 'prose' }))
}

/** Names and properties, a few words each; an order is longer. */
function isEnumeration(text: string): boolean {
  const parts = text.split(',')
  return (
    parts.length >= FEWEST_PARTS && !/\w\.\w/.test(text) && parts.every((part) => /^[\w &/()#.'-]{1,30}$/.test(part))
  )
}

const FEWEST_PARTS = 4
