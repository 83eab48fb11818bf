/** Parses a SKILL.md text: always returns a Document, with a list of problems. */

import { DIAGNOSTICS, type Diagnostic, type DiagnosticCode, levelBroken } from './diagnostic.js'
import { readTextKeys } from './frontmatter/read-frontmatter.js'
import { type Fields, interpretFrontmatter, type ReadYaml } from './interpret.js'
import { LIMITS } from './limits.js'
import { readTraits, type SkillTraits } from './metadata/metadata.js'
import { findPlaceholderSteps } from './placeholder.js'
import { findReferences } from './references.js'
import { salvageFields } from './repair.js'
import { type Split, splitDocument } from './split.js'
import { lineIndexOf } from './text/line-index.js'
import { firstProse } from './text/prose.js'
import { findMistyped, type Report, reviewFields } from './validate.js'

/** Options of `parseSkill`. */
export interface ParseOptions {
  /** The name of the skill's directory: the expected name, and the fallback if the file has none. */
  readonly directory?: string
  /** The main file's actual name. */
  readonly fileName?: string
  /** Parses YAML that our reader does not handle. Without it, such frontmatter counts as malformed. */
  readonly readYaml?: ReadYaml
  /** Whether a file exists in the skill, by relative path. Without it, links are not checked. */
  readonly hasFile?: (path: string) => boolean
}

/** A parsed SKILL.md: its fields, its body, and a list of problems. */
export interface Document {
  readonly name: string
  readonly description: string
  /** Typed by YAML 1.2 rules. */
  readonly frontmatter: Readonly<Record<string, unknown>>
  /** JSON pointer → source text, for values such as `1.0` that do not print as written. */
  readonly sources: ReadonlyMap<string, string>
  readonly traits: SkillTraits
  /** The text between the delimiters; empty if there is no closed frontmatter. */
  readonly frontmatterText: string
  /** The Markdown after the frontmatter, without leading blank lines. */
  readonly body: string
  readonly diagnostics: readonly Diagnostic[]
  /** The skill passes the safe level and can be used. */
  readonly isLoadable: boolean
  /** The skill conforms to the specification. */
  readonly isConformant: boolean
}

interface Issue {
  readonly code: DiagnosticCode
  readonly at: string | number
  readonly message: string
  readonly suggestion: string | undefined
}

/** Parses a SKILL.md text. Never throws: problems are in `diagnostics`, each with its line. */
export function parseSkill(text: string, options: ParseOptions = {}): Document {
  const parts = takeApart(text, options)
  const { fields, report, split } = parts
  reviewFields(fields.frontmatter, report)
  const traits = readTraits(fields.frontmatter, fields.sources, report)
  reviewBody(text, split.bodyStart, options.hasFile, report)
  return toDocument(parts, text, options, traits)
}

/** Parses the beginning of a text: the body is not checked, and fields only for what they break. */
export function parseSkillHead(text: string, options: ParseOptions = {}): Document {
  const parts = takeApart(text, options)
  return toDocument(parts, text, options, readTraits(parts.fields.frontmatter, parts.fields.sources))
}

interface Parts {
  readonly split: Split
  readonly source: string | undefined
  readonly fields: Fields
  readonly description: string | undefined
  readonly issues: readonly Issue[]
  readonly report: Report
}

function takeApart(text: string, options: ParseOptions): Parts {
  const issues: Issue[] = []
  const report: Report = (code, at, message, suggestion) => issues.push({ code, at, message, suggestion })
  const split = splitDocument(text)
  reviewFileName(options.fileName, report)
  reviewSplit(split, report)
  const source = split.kind === 'closed' ? text.slice(split.start, split.end) : undefined
  const inFrontmatter: Report = (code, at, message, suggestion) =>
    report(code, typeof at === 'number' ? split.start + at : at, message, suggestion)
  const fields = interpretFrontmatter(source, options.directory, options.readYaml, inFrontmatter)
  // Without its last line, a frontmatter is part of the body, and so is the description in it: it is not missing.
  const isInBody = split.kind === 'unclosed' && /^description:/m.test(text)
  const inBody: Report = (code, ...rest) => {
    if (!isInBody || code !== 'description_missing') report(code, ...rest)
  }
  const description = fields.description ?? describeFromBody(text.slice(split.bodyStart), source, fields, inBody)
  return { split, source, fields, description, issues, report }
}

function toDocument(parts: Parts, text: string, options: ParseOptions, traits: SkillTraits): Document {
  const { fields, source, split } = parts
  const diagnostics = locateIssues(parts, text, options.readYaml)
  return {
    name: fields.name,
    description: parts.description ?? '',
    frontmatter: fields.frontmatter,
    sources: fields.sources ?? new Map(),
    traits,
    frontmatterText: source ?? '',
    body: stripLeadingBlankLines(text.slice(split.bodyStart)),
    diagnostics,
    isLoadable: !diagnostics.some(({ code }) => levelBroken(code) === 'safe'),
    isConformant: !diagnostics.some(({ code }) => levelBroken(code) !== undefined),
  }
}

/** The fallback description: the first paragraph of the body. */
function describeFromBody(
  body: string,
  source: string | undefined,
  { frontmatter }: Fields,
  report: Report,
): string | undefined {
  const prose = firstProse(body)
  const at = source === undefined ? 0 : ''
  const mistyped = findMistyped(frontmatter, 'description')
  const renamed = mistyped === undefined ? undefined : `Did you mean 'description' instead of '${mistyped}'?`
  if (prose === undefined) {
    const message = 'The description is missing, and the file has no text to use instead'
    report('description_unavailable', at, message, renamed ?? 'Describe what the skill does and when to use it')
  } else {
    const message = 'The description is missing; using the first paragraph instead'
    report('description_missing', at, message, renamed ?? 'Add a description: what the skill does and when to use it')
  }
  return prose
}

/** Removes blank lines before the first line of text. */
export function stripLeadingBlankLines(body: string): string {
  let line = 0
  for (;;) {
    const newline = body.indexOf('\n', line)
    if (newline < 0 || body.slice(line, newline).trim() !== '') return body.slice(line)
    line = newline + 1
  }
}

function reviewFileName(fileName: string | undefined, report: Report): void {
  if (fileName === undefined || fileName === 'SKILL.md') return
  report('main_file_spelling', 0, `The main file is named ${fileName}`, 'Rename it to SKILL.md')
}

function reviewSplit({ kind, hasByteOrderMark, hasLeadingBlankLines }: Split, report: Report): void {
  if (hasByteOrderMark) report('byte_order_mark', 0, 'The file starts with a byte order mark')
  if (kind === 'unclosed') {
    report('frontmatter_unclosed', 0, 'The frontmatter is not closed', 'Add a --- line after the last field')
  } else if (kind === 'missing') {
    report(
      'frontmatter_missing',
      0,
      'The frontmatter is missing',
      'Start the file with a frontmatter block: ---, name, description, ---',
    )
  } else if (hasLeadingBlankLines) {
    const suggestion = 'Remove the blank lines above the first ---'
    report('frontmatter_not_first', 0, 'The frontmatter is preceded by blank lines', suggestion)
  }
}

function reviewBody(text: string, bodyStart: number, hasFile: ParseOptions['hasFile'], report: Report): void {
  const body = text.slice(bodyStart)
  if (body.trim() === '') report('body_empty', Math.min(bodyStart, text.length), 'The body has no instructions')
  for (const placeholder of findPlaceholderSteps(body)) {
    report(
      'body_placeholder',
      bodyStart + placeholder,
      'A step is still a placeholder',
      'Write what an agent has to do',
    )
  }
  const lines = countLines(text)
  if (lines > LIMITS.recommendedLines) {
    const message = `The file has ${lines} lines; at most ${LIMITS.recommendedLines} are recommended`
    report('body_long', bodyStart, message, 'Move details to references/ and link to them')
  }
  const seen = new Set<string>()
  for (const { path, offset, leavesSkill } of findReferences(body)) {
    if (seen.has(path)) continue
    seen.add(path)
    if (leavesSkill) {
      const suggestion = 'Copy the file into the skill and link to the copy'
      report('reference_leaves_skill', bodyStart + offset, `The link to '${path}' points outside the skill`, suggestion)
    } else if (hasFile?.(path) === false) {
      report('reference_missing', bodyStart + offset, `The linked file '${path}' does not exist`)
    }
  }
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Positions are computed on demand: most skills have no issues. */
function locateIssues(parts: Parts, text: string, readYaml: ReadYaml | undefined): readonly Diagnostic[] {
  const { issues, source } = parts
  if (issues.length === 0) return []
  const { start } = parts.split
  const positions =
    source === undefined
      ? NOWHERE
      : (findTopKeys(source, issues) ?? readPositions(source, parts.fields.repaired, readYaml))
  const lineStarts = findLineStarts(text)
  return issues
    .map(({ code, at, message, suggestion }): Diagnostic => {
      const offset = typeof at === 'number' ? at : start + nearestPosition(positions, at)
      const line = lineIndexOf(lineStarts, Math.min(offset, text.length))
      const column = Math.min(offset, text.length) - (lineStarts[line] ?? 0) + 1
      const { severity } = DIAGNOSTICS[code]
      return { code, severity, line: line + 1, column, message, ...(suggestion !== undefined && { suggestion }) }
    })
    .sort((a, b) => a.line - b.line || a.column - b.column)
}

const NOWHERE: ReadonlyMap<string, number> = new Map()
const FEW_ISSUES = 16
const TOP_KEY = /^\/[A-Za-z][A-Za-z0-9_-]*$/

/** Positions of top-level keys; undefined if one does not start exactly one line, so only the reader can locate it. */
function findTopKeys(source: string, issues: readonly Issue[]): ReadonlyMap<string, number> | undefined {
  // Each lookup scans by itself; for many keys, one parse is cheaper.
  if (issues.length > FEW_ISSUES) return undefined
  const positions = new Map<string, number>()
  for (const { at } of issues) {
    // An issue with an offset may mean that nothing could be parsed.
    if (typeof at === 'number' || !TOP_KEY.test(at)) return undefined
    const line = `\n${at.slice(1)}:`
    const position = source.startsWith(line.slice(1)) ? 0 : source.indexOf(line) + 1
    const isFound = position > 0 || source.startsWith(line.slice(1))
    if (!isFound || source.includes(line, position)) return undefined
    positions.set(at, position)
  }
  return positions
}

function readPositions(
  source: string,
  repaired: string | undefined,
  readYaml: ReadYaml | undefined,
): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  const text = repaired ?? source
  const reading = readTextKeys(text, positions)
  if (reading.kind === 'mapping') return repaired === undefined ? positions : toSource(positions, repaired, source)
  if (reading.kind === 'foreign' || reading.code === 'duplicate_key') readYaml?.(text, positions)
  if (repaired !== undefined) return toSource(positions, repaired, source)
  // If nothing else could be parsed, these two were read line by line.
  if (!positions.has('/name') && !positions.has('/description')) salvageFields(source, positions)
  return positions
}

/** Positions in the original file: the repair keeps every line in place and everything left of its quotes. */
function toSource(
  positions: ReadonlyMap<string, number>,
  repaired: string,
  source: string,
): ReadonlyMap<string, number> {
  const [from, to] = [findLineStarts(repaired), findLineStarts(source)]
  const moved = new Map<string, number>()
  for (const [pointer, offset] of positions) {
    const line = lineIndexOf(from, offset)
    moved.set(pointer, offset - (from[line] ?? 0) + (to[line] ?? 0))
  }
  return moved
}

/** The position of a pointer, or of its nearest ancestor that has one. */
function nearestPosition(positions: ReadonlyMap<string, number>, pointer: string): number {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const position = positions.get(at)
    if (position !== undefined) return position
  }
  return 0
}

function findLineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
