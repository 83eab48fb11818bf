/** Finds the skills at the given paths and inspects each. */

import { basename, dirname } from 'node:path'
import type { Inspection } from '../../../registry/inspect.js'
import { directoryOf, fileOf } from '../../../registry/record/skill-record.js'
import type { Root } from '../../../registry/root.js'
import { discoverSkills } from '../../../registry/walk/discover.js'
import type { Diagnostic } from '../../../skill/diagnostic.js'
import { LIMITS } from '../../../skill/limits.js'
import { isMainFileName } from '../../../skill/main-file.js'
import { isToolsDiagnostic, TOOLS_FILES } from '../../../skill/tools-file/tools-file.js'
import { type EmptyPath, explainEmptiness } from './empty-path.js'
import { inspectSkills } from './inspect-skills.js'

/** A skill by the path of its SKILL.md. */
type ValidatedSkill = Omit<Inspection, 'document'>

/** The document that `metier validate --json` prints. */
export interface Validation {
  readonly skills: readonly ValidatedSkill[]
  /** Problems outside the skills: unreadable directories, broken links. */
  readonly diagnostics: readonly Diagnostic[]
  readonly summary: {
    readonly skills: number
    readonly loadable: number
    readonly conformant: number
    readonly errors: number
    readonly warnings: number
    readonly notices: number
  }
}

/** Validates every skill at or below absolute paths, and lists the paths without skills. */
export async function validatePaths(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly validation: Validation; readonly empty: readonly EmptyPath[] }> {
  const roots = [...new Map(paths.map((path) => [toFolder(path), toRoot(path)])).values()]
  const limits = { walkDepth: Number.POSITIVE_INFINITY, walkEntries: LIMITS.walkEntries }
  const scans = await discoverSkills(roots, { limits, strict: false, signal })
  const records = scans.flatMap((scan) => scan.records)
  const inspections = await inspectSkills(withoutRepeats(records, fileOf), signal)
  const walked = withoutRepeats(
    scans.flatMap((scan) => (scan.records.length === 0 ? [] : scan.diagnostics)),
    ({ code, file }) => `${code} ${file}`,
  )
  const folders = new Map(records.map((record): [string, Diagnostic[]] => [directoryOf(record), []]))
  for (const diagnostic of walked) folders.get(diagnostic.file ?? '')?.push(diagnostic)
  const skills = inspections.map((inspection) => toValidated(inspection, folders.get(dirname(inspection.path)) ?? []))
  const others = walked.filter(({ file }) => !folders.has(file ?? ''))
  return {
    validation: { skills, diagnostics: others, summary: summarise(skills, others) },
    empty: scans.filter((scan) => scan.records.length === 0).map(explainEmptiness),
  }
}

function toRoot(path: string): Root {
  return { path: toFolder(path), scope: 'project', isExplicit: true, isSkill: isFileOfSkill(path) }
}

/** A SKILL.md or a tools file means its directory. */
export function toFolder(path: string): string {
  return isFileOfSkill(path) ? dirname(path) : path
}

function isFileOfSkill(path: string): boolean {
  const name = basename(path)
  return isMainFileName(name) || TOOLS_FILES.some((file) => file === name)
}

function withoutRepeats<T>(values: readonly T[], keyOf: (value: T) => string): readonly T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()]
}

/** Diagnostics of the walk about a skill's directory belong to the skill. */
function toValidated(inspection: Inspection, walked: readonly Diagnostic[]): ValidatedSkill {
  const { path, name, description, loadable, conformant } = inspection
  const diagnostics = [...inspection.diagnostics, ...walked].map(({ file, ...diagnostic }) => {
    // Without a file, a diagnostic is about the SKILL.md.
    return file === undefined || file === path ? diagnostic : { ...diagnostic, file }
  })
  const areToolsValid = !inspection.diagnostics.some(isToolsDiagnostic)
  return { path, name, description, loadable, conformant: conformant && areToolsValid, diagnostics }
}

function summarise(skills: readonly ValidatedSkill[], others: readonly Diagnostic[]): Validation['summary'] {
  const all = [...skills.flatMap(({ diagnostics }) => diagnostics), ...others]
  const count = (wanted: Diagnostic['severity']) => all.filter(({ severity }) => severity === wanted).length
  return {
    skills: skills.length,
    loadable: skills.filter(({ loadable }) => loadable).length,
    conformant: skills.filter(({ conformant }) => conformant).length,
    errors: count('error'),
    warnings: count('warning'),
    notices: count('notice'),
  }
}
