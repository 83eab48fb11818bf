/** Splits one file into prose and code. */

import { splitDocument } from '../../skill/split.js'
import type { ScannedFile } from '../evidence.js'
import { linesOf, segmentMarkdown } from './markdown.js'
import { segmentNotebook } from './notebook.js'
import { type Language, partOf, type Segment } from './segment.js'
import { toVisible } from './visible.js'

/** The segments of a text file, in order. */
export function segmentFile(file: ScannedFile, index: number): readonly Segment[] {
  const view = toVisible(file.text ?? '')
  const whole: Segment = {
    file: index,
    kind: 'script',
    language: file.language,
    text: view.text,
    offsets: view.offsets,
    section: 0,
    block: 0,
    isQuoted: file.isFixture,
    isMentioned: false,
    via: [],
  }
  const further = file.otherLanguages.flatMap((language) => segmentAs({ ...whole, language }, file))
  return [...segmentAs(whole, file), ...further]
}

function segmentAs(whole: Segment, { path }: ScannedFile): readonly Segment[] {
  if (isMarkdown(path, whole.language)) return segmentDocument(whole)
  if (/\.ipynb$/i.test(path)) return segmentNotebook(whole)
  if (whole.language === 'prose') return segmentMarkdown(whole)
  if (whole.language === 'javascript' || whole.language === 'python') return [whole]
  if (whole.language === 'shell') return [whole]
  return segmentOther(whole, path)
}

function isMarkdown(path: string, language: Language): boolean {
  return language === 'prose' && (/\.(?:md|mdx|markdown)$/i.test(path) || !/\.\w+$/.test(path))
}

function segmentDocument(whole: Segment): readonly Segment[] {
  const { start, end, bodyStart, kind } = splitDocument(whole.text)
  const body = partOf(whole, bodyStart, whole.text.length, {})
  if (kind !== 'closed') return segmentMarkdown(whole)
  return [...segmentFields(partOf(whole, start, end, { kind: 'field', language: 'data' })), ...segmentMarkdown(body)]
}

/** Every value in a frontmatter or configuration may be read as an instruction. */
function segmentFields(fields: Segment): readonly Segment[] {
  const segments: Segment[] = []
  let from = -1
  const close = (to: number) => {
    if (from >= 0) segments.push(partOf(fields, from, to, { kind: 'field', block: segments.length }))
    from = -1
  }
  for (const line of linesOf(fields.text)) {
    const isContinued = /^\s+[^\s#-]/.test(line.text) && !/^\s*[\w-]+:\s/.test(line.text)
    if (!isContinued) close(line.from)
    if (from < 0 && line.text.trim() !== '') from = line.from
    if (line.to - Math.max(0, from) > 4000) close(line.to)
  }
  close(fields.text.length)
  return segments
}

function segmentOther(whole: Segment, path: string): readonly Segment[] {
  const segments: Segment[] = [whole]
  const isSmall = whole.text.length < 200_000
  if (/\.(?:ya?ml|toml|json|ini|conf|cfg|env|xml|html?|svg)$/i.test(path) && isSmall)
    segments.push(...segmentFields({ ...whole, kind: 'field' }))
  if (/\.(?:html?|svg|xml)$/i.test(path)) segments.push(...scriptsOf(whole), ...commentsOf(whole))
  return segments
}

/** Comments in markup are not shown. */
function commentsOf(whole: Segment): readonly Segment[] {
  const segments: Segment[] = []
  let from = whole.text.indexOf('<!--')
  while (from >= 0 && segments.length < 50) {
    const end = whole.text.indexOf('-->', from)
    const to = end < 0 ? whole.text.length : end
    segments.push(partOf(whole, from + 4, Math.max(from + 4, to), { kind: 'comment', language: 'prose' }))
    from = whole.text.indexOf('<!--', to)
  }
  return segments
}

/** Scripts inside markup are programs. */
function scriptsOf(whole: Segment): readonly Segment[] {
  const segments: Segment[] = []
  const lower = whole.text.toLowerCase()
  for (const { index, 0: opening } of whole.text.matchAll(/<script\b[^>]{0,300}>/gi)) {
    const from = index + opening.length
    const end = lower.indexOf('</script', from)
    segments.push(partOf(whole, from, end < 0 ? whole.text.length : end, { kind: 'fence', language: 'javascript' }))
    if (segments.length > 50) break
  }
  return segments
}
