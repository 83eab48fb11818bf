/** Fixes the SKILL.md files of a validation and records the changes. */

import { isUtf8 } from 'node:buffer'
import { basename, dirname } from 'node:path'
import type { Diagnostic, DiagnosticCode } from '../../../skill/diagnostic.js'
import { type FixResult, fixSkill } from '../../../skill/fix/fix.js'
import { LIMITS } from '../../../skill/limits.js'
import { isBehindLink, renameFile, rewriteTextFile } from '../../../system/files/author-files.js'
import { readSmallFileSync } from '../../../system/files/small-file.js'
import { readYaml } from '../../../system/yaml.js'
import type { Validation } from './paths.js'

/** The fixes in one file. */
interface FixedFile {
  readonly path: string
  readonly codes: readonly DiagnosticCode[]
}

export interface PathsFixResult {
  readonly fixed: readonly FixedFile[]
  /** The messages about each file that were fixed, by path. */
  readonly messages: ReadonlyMap<string, readonly string[]>
  /** Why files could not be written. */
  readonly refusals: readonly string[]
}

/** Fixes the skills found at or below absolute paths, except those that a link leads to. */
export function fixPaths({ skills }: Validation, paths: readonly string[]): PathsFixResult {
  const fixed: FixedFile[] = []
  const messages = new Map<string, readonly string[]>()
  const refusals: string[] = []
  for (const { path, diagnostics } of skills) {
    if (diagnostics.length === 0) continue
    const isLinked = isBehindLink(dirname(path), paths)
    const spelled: Spelled = isLinked ? { path, codes: [] } : fixSpelling(path)
    const gone = fixText(spelled.path, isLinked, refusals)
    messages.set(
      spelled.path,
      gone.map(({ message }) => message),
    )
    const all = [...spelled.codes, ...gone.map(({ code }) => code)]
    if (all.length > 0) fixed.push({ path: spelled.path, codes: all })
    if (spelled.refusal !== undefined) refusals.push(spelled.refusal)
  }
  return { fixed, messages, refusals }
}

interface Spelled {
  readonly path: string
  readonly codes: readonly DiagnosticCode[]
  readonly refusal?: string
}

function fixSpelling(path: string): Spelled {
  if (basename(path) === 'SKILL.md') return { path, codes: [] }
  const renaming = renameFile(dirname(path), basename(path), 'SKILL.md')
  if (!renaming.ok) return { path, codes: [], refusal: renaming.failure.message }
  return { path: renaming.value, codes: ['main_file_spelling'] }
}

/** The number of problems that `--fix` would fix. */
export function countFixable({ skills }: Validation, paths: readonly string[]): number {
  const own = skills.filter(({ path, diagnostics }) => diagnostics.length > 0 && !isBehindLink(dirname(path), paths))
  return own.reduce((sum, { path }) => {
    const isMisspelled = basename(path) !== 'SKILL.md'
    return sum + (planFix(path)?.fixed.length ?? 0) + (isMisspelled ? 1 : 0)
  }, 0)
}

function fixText(path: string, isLinked: boolean, refusals: string[]): readonly Diagnostic[] {
  const plan = planFix(path)
  if (plan === undefined) return []
  if (isLinked) {
    refusals.push(`${path} is reached through a symbolic link; left unchanged. Fix it in its own directory.`)
    return []
  }
  const written = rewriteTextFile(path, plan.before, plan.text)
  if (!written.ok) refusals.push(written.failure.message)
  return written.ok ? plan.fixed : []
}

function planFix(path: string): (FixResult & { readonly before: string }) | undefined {
  const reading = readSmallFileSync(path, LIMITS.skillFileBytes)
  // A file that is not text is already reported and cannot be fixed.
  if (!('bytes' in reading) || !isUtf8(reading.bytes)) return undefined
  const before = reading.bytes.toString('utf8')
  const fixing = fixSkill(before, { directory: basename(dirname(path)), fileName: basename(path), readYaml })
  return fixing.fixed.length === 0 ? undefined : { ...fixing, before }
}
