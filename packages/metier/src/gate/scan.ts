/** The engine behind `metier audit` and the gate's scan: files in, findings out. */

import type { ReadYaml } from '../skill/interpret.js'
import { lineIndexOf } from '../skill/text/line-index.js'
import type { BundleFile, BundleLink, GateTools } from './bundle.js'
import { isAboutAttacks, isLesson, isQuotedIn, isShownOnly } from './conclusions/lesson.js'
import { isMentionedIn, isSearchedFor, isShownAt, isWarnedOf } from './conclusions/shown.js'
import { isWatchful } from './conclusions/watchful.js'
import type { Evidence, ScannedFile } from './evidence.js'
import { type Finding, type Severity, type Verdict, verdictOf } from './finding.js'
import { foreseeParsers } from './flow/languages/foresee-parsers.js'
import { loadParsers, type ParserName, parsersAtHand } from './flow/languages/parsers.js'
import { type GatherOptions, gatherEvidence, type OnFile } from './gather.js'
import { type Coverage, type Inventory, takeInventory } from './inventory.js'
import { SCAN_LIMITS, type ScanLimits } from './limits.js'
import type { Review } from './reviewer/review.js'
import type { Observation, Rule } from './rule.js'
import { RULE_SET } from './rule-set.js'
import { RULES } from './rules/list.js'
import { type SuppressedFinding, type Suppression, suppress } from './suppression.js'
import { isDetectionRules } from './text/detection-rules.js'
import { excerptAt } from './text/excerpt.js'
import { lineStartsOf } from './text/place.js'
import { placeIn, type Segment } from './text/segment.js'

export interface ScanOptions {
  readonly limits?: Partial<ScanLimits>
  /** Parses YAML that our own reader does not handle. */
  readonly readYaml?: ReadYaml | undefined
  /** From the user's configuration; a skill cannot set this. */
  readonly suppressions?: readonly Suppression[]
  readonly rules?: readonly Rule[]
  /** Links found among the files. */
  readonly links?: readonly BundleLink[]
  /** Files beyond the limits, which were not read at all. */
  readonly unread?: readonly string[]
  /** Files next to the skill that are not part of it: no install includes them. */
  readonly leftOut?: readonly string[]
  readonly onFile?: OnFile | undefined
}

export interface ScanReport {
  readonly verdict: Verdict
  /** Worst first, then by file and line. */
  readonly findings: readonly Finding[]
  /** Findings that the user's configuration accepts, with reasons. */
  readonly suppressed: readonly SuppressedFinding[]
  readonly coverage: Coverage
  readonly ruleSet: string
  /** Set if a model was asked as well. */
  readonly review?: Review
}

/**
 * Scans the files of one skill. The same bytes give the same report; nothing is run, fetched or written.
 *
 * @example
 * const { verdict, findings } = await scanBundle(files, tools)
 */
export async function scanBundle(
  files: readonly BundleFile[],
  tools: GateTools,
  options: ScanOptions = {},
): Promise<ScanReport> {
  const limits = { ...SCAN_LIMITS, ...options.limits }
  const inventory = takeInventory(files, tools, limits, options.unread ?? [])
  const evidence = await gatherWithParsers(inventory, {
    tools,
    limits,
    readYaml: options.readYaml,
    links: options.links ?? [],
    leftOut: options.leftOut ?? [],
    onFile: options.onFile,
  })
  options.onFile?.(undefined, inventory.files.length, inventory.files.length)
  const found = (options.rules ?? RULES).flatMap((rule) => applyRule(rule, evidence))
  const findings = withoutRepeats(found).toSorted(byWeight)
  const { kept, suppressed } = suppress(findings, files, options.suppressions ?? [], tools)
  return { verdict: verdictOf(kept), findings: kept, suppressed, coverage: inventory.coverage, ruleSet: RULE_SET }
}

/** Gathers again if a language turned up that could not be foreseen. A parser is loaded once, so this ends. */
async function gatherWithParsers(inventory: Inventory, options: Omit<GatherOptions, 'parsers'>): Promise<Evidence> {
  await loadParsers(foreseeParsers(inventory.files))
  for (;;) {
    const missing = new Set<ParserName>()
    const evidence = gatherEvidence(inventory, { ...options, parsers: parsersAtHand(missing) })
    if (missing.size === 0) return evidence
    await loadParsers(missing)
  }
}

/** A rule that throws has met something unforeseen: that is reported, never skipped. */
function applyRule(rule: Rule, evidence: Evidence): readonly Finding[] {
  try {
    return rule.find(evidence).map((observation) => toFinding(rule, observation, evidence))
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 80) : 'unknown'
    return [
      toFinding(
        rule,
        {
          file: 0,
          offset: 0,
          severity: 'warn',
          confidence: 'low',
          message: `The rule could not be applied: ${detail}`,
        },
        evidence,
      ),
    ]
  }
}

const LOWER: Readonly<Record<Severity, Severity>> = { block: 'warn', warn: 'note', note: 'note' }

function toFinding(rule: Rule, observation: Observation, evidence: Evidence): Finding {
  const place = 'segment' in observation ? locate(observation.segment, observation.at) : observation
  const file = evidence.files[place.file]
  const starts = lineStartsIn(file)
  const line = lineIndexOf(starts, place.offset)
  const start = starts[line] ?? 0
  const path = pathOf(observation) ?? file?.path ?? ''
  // A finding without text must not show the text of another file.
  const own = path === file?.path ? file.text : undefined
  const text = own ?? ''
  const end = starts[line + 1] ?? text.length
  const { severity, remark } = weigh(rule, observation, evidence)
  return {
    rule: rule.id,
    pattern: rule.pattern,
    severity,
    ...(severity !== rule.severity && { ruleSeverity: rule.severity }),
    confidence: observation.confidence ?? 'medium',
    file: path,
    line: line + 1,
    column: Math.max(0, place.offset - Math.max(start, leadOf(text))) + 1,
    ...(own !== undefined && regionOf(text, place.offset, end)),
    excerpt: excerptAt(text, start, end, place.offset),
    message: `${observation.message}${remark}`,
    advice: rule.fix,
    ...relatedOf(observation, evidence),
  }
}

/** Severity follows evidence: what a text only mentions is a note, what it shows as a threat is one level lower. */
function weigh(
  rule: Rule,
  observation: Observation,
  evidence: Evidence,
): { readonly severity: Severity; readonly remark: string } {
  const severity = observation.severity ?? rule.severity
  const isRaised = RANK[severity] < RANK[rule.severity] && rule.raisedWhen !== undefined
  const remark = isRaised ? ` (more severe: ${rule.raisedWhen})` : ''
  if (!('segment' in observation) || rule.ignoresContext === true) return { severity, remark }
  const context = contextOf(observation.segment, observation.at, severity, evidence)
  if (context === 'lesson') return { severity: 'note', remark: ' (only mentioned: the skill is about attacks)' }
  if (context === 'mention') return { severity: 'note', remark: ' (only mentioned)' }
  if (context === undefined) return { severity, remark }
  return { severity: LOWER[severity], remark: ' (less severe: presented as something to watch out for)' }
}

type Context = 'mention' | 'lesson' | 'threat'

/** How a text presents something, if not in earnest. */
function contextOf(segment: Segment, at: number, severity: Severity, evidence: Evidence): Context | undefined {
  if (isOnlyNamed(segment, at, evidence)) return 'mention'
  if (segment.isQuoted && isLesson(evidence) && isShown(segment, evidence)) return 'lesson'
  const isTaught = severity !== 'note' && isShownOnly(segment, evidence)
  if (isTaught && !isRunningText(segment)) return 'mention'
  return isQuotedIn(segment, evidence) ? 'lesson' : weighCited(segment, at, severity, isTaught, evidence)
}

function weighCited(
  segment: Segment,
  at: number,
  severity: Severity,
  isTaught: boolean,
  evidence: Evidence,
): Context | undefined {
  const isCitation = isCited(segment, at, severity, evidence)
  if (isCitation && isAboutAttacks(evidence)) return 'lesson'
  if (!isCitation && !segment.isQuoted) return isTaught && severity === 'block' ? 'threat' : undefined
  return isWarnedOf(segment, at, evidence) ? 'lesson' : 'threat'
}

function isRunningText({ kind }: Segment): boolean {
  return kind === 'paragraph' || kind === 'comment'
}

function isOnlyNamed(segment: Segment, at: number, { files }: Evidence): boolean {
  const file = files[segment.file]
  if (segment.isMentioned === true || (file !== undefined && isDetectionRules(file))) return true
  return isSearchedFor(segment, at) || isMentionedIn(segment, at)
}

/** A skill that looks out for attacks quotes them. */
function isCited(segment: Segment, at: number, severity: Severity, evidence: Evidence): boolean {
  return severity !== 'note' && isWatchful(segment.file, evidence) && isShownAt(segment, at, evidence)
}

/** In a document, or as a text in a script; what a script contains otherwise is run. */
function isShown({ file, kind }: Segment, { files }: Evidence): boolean {
  return kind === 'inline' || (kind !== 'script' && kind !== 'decoded' && files[file]?.language === 'prose')
}

function pathOf(observation: Observation): string | undefined {
  return 'path' in observation ? observation.path : undefined
}

/** A byte order mark is not part of the text. */
function leadOf(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0
}

/** From a position to the end of its line, for formats that count characters. */
function regionOf(text: string, offset: number, lineEnd: number): Pick<Finding, 'offset' | 'length'> {
  const from = Math.max(offset, leadOf(text))
  let to = lineEnd
  while (to > from && (text.charCodeAt(to - 1) === 0x0a || text.charCodeAt(to - 1) === 0x0d)) to--
  return { offset: from - leadOf(text), length: Math.max(0, to - from) }
}

function relatedOf({ related }: Observation, evidence: Evidence): Pick<Finding, 'related'> {
  if (related === undefined || related.length === 0) return {}
  return {
    related: related.slice(0, 5).map(({ segment, at, message }) => {
      const { file, offset } = locate(segment, at)
      const scanned = evidence.files[file]
      return { file: scanned?.path ?? '', line: lineIndexOf(lineStartsIn(scanned), offset) + 1, message }
    }),
  }
}

function locate(segment: Segment, at: number): { readonly file: number; readonly offset: number } {
  return { file: segment.file, offset: placeIn(segment, at) }
}

const lineStarts = new WeakMap<ScannedFile, readonly number[]>()

/** Only files with findings are split into lines. */
function lineStartsIn(file: ScannedFile | undefined): readonly number[] {
  if (file?.text === undefined) return [0]
  const known = lineStarts.get(file) ?? lineStartsOf(file.text)
  lineStarts.set(file, known)
  return known
}

/** At most one finding per rule and line. */
function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const best = new Map<string, Finding>()
  for (const finding of findings) {
    const key = `${finding.rule} ${finding.file} ${finding.line}`
    const before = best.get(key)
    if (before === undefined || RANK[finding.severity] < RANK[before.severity]) best.set(key, finding)
  }
  return [...best.values()]
}

const RANK: Readonly<Record<Severity, number>> = { block: 0, warn: 1, note: 2 }

export function byWeight(a: Finding, b: Finding): number {
  if (a.severity !== b.severity) return RANK[a.severity] - RANK[b.severity]
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0)
}
