/** Fixes what can be fixed without guessing the author's intent, one problem at a time, never for the worse. */

import type { Diagnostic, DiagnosticCode } from '../diagnostic.js'
import { levelBroken } from '../diagnostic.js'
import { type Document, type ParseOptions, parseSkill } from '../parse.js'
import { fixAllowedTools, fixFieldType, fixName } from './fields.js'
import type { Fixer } from './fixer.js'
import { closeFrontmatter, removeByteOrderMark, removeLeadingBlankLines, writeFrontmatter } from './frame.js'
import { addDescription, addName, quoteBrokenValues } from './lines.js'

interface Fix {
  readonly fixer: Fixer
  /** The fields this fix may change. All others must keep their values. */
  readonly touches: readonly string[]
  /** The body may change, because the fix decides where it starts. */
  readonly movesBody?: boolean
}

// Fixes that make the frontmatter readable come first: the other fixes depend on it.
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

/** A text with everything fixed that could be. */
export interface FixResult {
  readonly text: string
  /** The resolved diagnostics, as they were first reported. */
  readonly fixed: readonly Diagnostic[]
}

/** Fixes a SKILL.md text. Idempotent; a text that cannot be fixed is returned unchanged. */
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

/** The first change that leaves fewer problems. Every change does, so this terminates. */
function findStep(text: string, options: ParseOptions): Step | undefined {
  const document = parseSkill(text, options)
  const isLegible = !document.diagnostics.some(({ code }) => ILLEGIBLE.includes(code))
  for (const code of FIXABLE_CODES) {
    const fix = FIXES[code]
    const isReported = document.diagnostics.some((candidate) => candidate.code === code)
    // Never write into fields that could not be parsed.
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

/** Matches what is left word by word first, then per code, because messages may have changed with the text. */
function findGone(before: Document, after: Document): readonly Diagnostic[] {
  const left = [...after.diagnostics]
  const isGone = (isSame: (other: Diagnostic) => boolean): boolean => {
    const at = left.findIndex(isSame)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  }
  return before.diagnostics
    .filter(({ code, message }) => isGone((other) => other.code === code && other.message === message))
    .filter(({ code }) => isGone((other) => other.code === code))
}

function isBetter(before: Document, after: Document, fix: Fix): boolean {
  return hasLessToSay(before.diagnostics, after.diagnostics) && saysTheSame(before, after, fix)
}

/** Fewer safety problems, else fewer conformance problems, else fewer in total. */
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
