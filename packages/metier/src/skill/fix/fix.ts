/** Mends what can be mended without knowing what the author meant, one thing at a time, and never for the worse. */

import type { Diagnostic, DiagnosticCode } from '../diagnostic.js'
import { levelBroken } from '../diagnostic.js'
import { type Document, type ParseOptions, parseSkill } from '../parse.js'
import { fixAllowedTools, fixFieldType, fixName } from './fields.js'
import type { Fixer } from './fixer.js'
import { closeFrontmatter, removeByteOrderMark, removeLeadingBlankLines, writeFrontmatter } from './frame.js'
import { addDescription, addName, quoteBrokenValues } from './lines.js'

interface Fix {
  readonly fixer: Fixer
  /** The fields whose values it may change; every other one reads afterwards as it did before. */
  readonly touches: readonly string[]
  /** What follows the frontmatter may change, because the fix settles where that is. */
  readonly movesBody?: boolean
}

// What is needed to read the fields at all comes first: the others can be mended only where they can be read.
const FIXES: Partial<Readonly<Record<DiagnosticCode, Fix>>> = {
  byte_order_mark: { fixer: removeByteOrderMark, touches: [] },
  frontmatter_not_first: { fixer: removeLeadingBlankLines, touches: [] },
  frontmatter_missing: { fixer: writeFrontmatter, touches: ['name', 'description'], movesBody: true },
  frontmatter_unclosed: { fixer: closeFrontmatter, touches: [], movesBody: true },
  frontmatter_repaired: { fixer: quoteBrokenValues, touches: [] },
  name_missing: { fixer: addName, touches: ['name'] },
  name_unsafe: { fixer: fixName, touches: ['name'] },
  name_mismatch: { fixer: fixName, touches: ['name'] },
  name_characters: { fixer: fixName, touches: ['name'] },
  name_too_long: { fixer: fixName, touches: ['name'] },
  description_missing: { fixer: addDescription, touches: ['description'] },
  field_type: { fixer: fixFieldType, touches: ['license', 'compatibility'] },
  allowed_tools_form: { fixer: fixAllowedTools, touches: ['allowed-tools'] },
}

export const FIXABLE_CODES = Object.keys(FIXES) as readonly DiagnosticCode[]

/** A text after everything was mended that could be. */
export interface FixResult {
  readonly text: string
  /** What is no longer odd, as it was reported when it still was. */
  readonly fixed: readonly Diagnostic[]
}

/** Mends a SKILL.md text. Mending the result again changes nothing; a text that cannot be mended is returned as it is. */
export function fixSkill(text: string, options: ParseOptions): FixResult {
  const fixed: Diagnostic[] = []
  let current = text
  for (let step = findStep(current, options); step !== undefined; step = findStep(current, options)) {
    fixed.push(...step.gone)
    current = step.text
  }
  return { text: current, fixed }
}

interface Step {
  readonly text: string
  readonly gone: readonly Diagnostic[]
}

/** The first change that leaves less to complain about. Each one does, so that there is an end to them. */
function findStep(text: string, options: ParseOptions): Step | undefined {
  const document = parseSkill(text, options)
  const isLegible = !document.diagnostics.some(({ code }) => ILLEGIBLE.includes(code))
  for (const code of FIXABLE_CODES) {
    const fix = FIXES[code]
    const isReported = document.diagnostics.some((candidate) => candidate.code === code)
    // Nothing is written into fields that nobody could read.
    if (fix === undefined || !isReported || !(isLegible || fix.touches.length === 0)) continue
    const changed = fix.fixer({ text, document, directory: options.directory ?? '' })
    if (changed === undefined || changed === text) continue
    const after = parseSkill(changed, options)
    if (isBetter(document, after, fix)) return { text: changed, gone: findGone(document, after) }
  }
  return undefined
}

const ILLEGIBLE: readonly DiagnosticCode[] = [
  'frontmatter_malformed',
  'frontmatter_not_mapping',
  'frontmatter_too_large',
]

/** Of each code as many as there are fewer; their messages and lines may have changed with the text. */
function findGone(before: Document, after: Document): readonly Diagnostic[] {
  const left = after.diagnostics.map(({ code }) => code)
  return before.diagnostics.filter(({ code }) => {
    const at = left.indexOf(code)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function isBetter(before: Document, after: Document, fix: Fix): boolean {
  return hasLessToSay(before.diagnostics, after.diagnostics) && saysTheSame(before, after, fix)
}

/** Fewer things that keep it from being used, else fewer that are not conformant, else fewer of any kind. */
function hasLessToSay(before: readonly Diagnostic[], after: readonly Diagnostic[]): boolean {
  for (const level of ['safe', 'conformant'] as const) {
    const difference = countBroken(before, level) - countBroken(after, level)
    if (difference !== 0) return difference > 0
  }
  return after.length < before.length
}

function countBroken(diagnostics: readonly Diagnostic[], level: 'safe' | 'conformant'): number {
  return diagnostics.filter(({ code }) => levelBroken(code) === level).length
}

function saysTheSame(before: Document, after: Document, { touches, movesBody = false }: Fix): boolean {
  if (movesBody) return before.body.endsWith(after.body)
  if (before.body !== after.body || before.description !== after.description) return false
  return (
    isSameBeside(before.frontmatter, after.frontmatter, touches) && isSameBeside(before.traits, after.traits, touches)
  )
}

function isSameBeside(before: object, after: object, touches: readonly string[]): boolean {
  const rest = (all: object) => JSON.stringify(Object.entries(all).filter(([key]) => !touches.includes(key)))
  return rest(before) === rest(after)
}
