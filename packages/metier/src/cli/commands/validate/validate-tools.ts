/** Checks a skill's tools.yaml line by line. `validate` and `info` show the problems, and `approve` refuses them. */

import { join } from 'node:path'
import { DIAGNOSTICS, type Diagnostic, type DiagnosticCode } from '../../../skill/diagnostic.js'
import { LIMITS } from '../../../skill/limits.js'
import { isFile } from '../../../system/files/files.js'
import { readSmallFile } from '../../../system/files/small-file.js'
import { readSkillTree, type SkillTree } from '../../../system/skill-files/skill-tree.js'
import type { ToolsFile, ToolsFileResult } from '../../../workspace/skill-tools/tools-file.js'

const TOOLS_FILES = ['tools.yaml', 'tools.yml', 'tools.json']

export interface ToolsReview {
  /** Undefined if there is no readable tools file. */
  readonly tools: ToolsFile | undefined
  readonly diagnostics: readonly Diagnostic[]
}

const NOTHING: ToolsReview = { tools: undefined, diagnostics: [] }

export async function reviewTools(folder: string): Promise<ToolsReview> {
  const file = TOOLS_FILES.map((name) => join(folder, name)).find(isFile)
  const reading = file === undefined ? undefined : await readSmallFile(file, LIMITS.toolsFileBytes)
  if (file === undefined || reading === undefined) return NOTHING
  if (!('bytes' in reading)) return reading.refusal === 'missing' ? NOTHING : refuse(file, reading.refusal)
  const text = reading.bytes.toString('utf8')
  const { readToolsFile } = await import('../../../workspace/skill-tools/tools-file.js')
  const plain = await readToolsFile(text)
  if (!plain.ok) return { tools: undefined, diagnostics: explain('tools_invalid', plain, file) }
  const tree = await readTree(folder)
  if (tree === undefined) return { tools: plain.value, diagnostics: [] }
  const whole = await readToolsFile(text, tree)
  return {
    tools: plain.value,
    diagnostics: [...explain('tool_outside_skill', whole, file), ...explainLink(tree, folder)],
  }
}

/** Undefined if the directory cannot be read, which other diagnostics report. */
async function readTree(folder: string): Promise<SkillTree | undefined> {
  try {
    return await readSkillTree(folder)
  } catch {
    return undefined
  }
}

function refuse(file: string, refusal: string): ToolsReview {
  const what = refusal === 'too_large' ? `is larger than ${LIMITS.toolsFileBytes} bytes` : 'cannot be read'
  return { tools: undefined, diagnostics: [toDiagnostic('tools_invalid', `${file} ${what}`, file)] }
}

function explain(code: DiagnosticCode, reading: ToolsFileResult, file: string): readonly Diagnostic[] {
  if (reading.ok) return []
  return reading.problems.map(({ message, line, column }) => toDiagnostic(code, message, file, { line, column }))
}

function explainLink({ leaving }: SkillTree, folder: string): readonly Diagnostic[] {
  if (leaving === undefined) return []
  const message = `'${leaving}' is a link to a file outside the skill, so its tools cannot be approved`
  return [toDiagnostic('tool_outside_skill', message, join(folder, leaving))]
}

function toDiagnostic(code: DiagnosticCode, message: string, file: string, place = { line: 1, column: 1 }): Diagnostic {
  return { code, severity: DIAGNOSTICS[code].severity, message, file, ...place }
}
