/** Checks a skill's tools.yaml. `validate`, `doctor` and `info` show the problems, and `approve` refuses them. */

import { join } from 'node:path'
import { DIAGNOSTICS, type Diagnostic, type DiagnosticCode } from '../../skill/diagnostic.js'
import { LIMITS } from '../../skill/limits.js'
import { isBinaryName } from '../../skill/metadata/requirements.js'
import { PLACEHOLDER_ADVICE } from '../../skill/placeholder.js'
import { TOOLS_FILES, type ToolsFile } from '../../skill/tools-file/tools-file.js'
import { isFolder, isThere } from '../files/files.js'
import { readSmallFile } from '../files/small-file.js'
import { readSkillTree, type SkillTree } from './skill-tree.js'
import type { NamedProgram, PlaceholderTool } from './tools-file.js'

export interface ToolsReview {
  /** Undefined if there is no readable tools file. */
  readonly tools: ToolsFile | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** The programs that a valid file starts. */
  readonly programs: readonly (NamedProgram & { readonly file: string })[]
  /** The tools of a valid file whose description is still the placeholder. */
  readonly placeholders: readonly (PlaceholderTool & { readonly file: string })[]
}

const NOTHING: ToolsReview = { tools: undefined, diagnostics: [], programs: [], placeholders: [] }

/** Checks the tools file in a skill's directory. */
export async function reviewTools(folder: string): Promise<ToolsReview> {
  const file = TOOLS_FILES.map((name) => join(folder, name)).find((path) => isThere(path) && !isFolder(path))
  if (file === undefined) return NOTHING
  const reading = await readSmallFile(file, LIMITS.toolsFileBytes)
  if (!('bytes' in reading)) return reading.refusal === 'missing' ? NOTHING : refuse(file, reading.refusal)
  return reviewToolsText(reading.bytes.toString('utf8'), file, await readTree(folder))
}

/** Only warnings: such a tool works. */
export function explainPlaceholders({ placeholders }: ToolsReview): readonly Diagnostic[] {
  const code = 'description_placeholder'
  return placeholders.map(({ name, ...place }) => {
    const message = `The description of tool '${name}' is still the placeholder`
    const suggestion = PLACEHOLDER_ADVICE.tool
    return { code, severity: DIAGNOSTICS[code].severity, message, suggestion, ...place }
  })
}

/** The programs that this machine lacks. Only warnings: the skill may be meant for another machine. */
export function explainAbsent({ programs }: ToolsReview, hasBinary: (name: string) => boolean): readonly Diagnostic[] {
  const code = 'tool_program_missing'
  return programs
    .filter(({ program }) => isBinaryName(program) && !hasBinary(program))
    .map(({ program, ...place }) => {
      const message = `the program '${program}' is not on PATH here`
      return { code, severity: DIAGNOSTICS[code].severity, message, ...place }
    })
}

/** The files of a skill as they were read for an approval. */
export interface ReadSkill {
  readonly directory: string
  readonly tree: SkillTree
  /** The content of each file that is small enough to be shown. */
  readonly contents: ReadonlyMap<string, Uint8Array>
}

/** Checks exactly the files that an approval would cover. */
export async function reviewReadTools({ directory, tree, contents }: ReadSkill): Promise<readonly Diagnostic[]> {
  const name = TOOLS_FILES.find((one) => tree.files.some(({ path }) => path === one))
  if (name === undefined) return []
  const file = join(directory, name)
  const bytes = contents.get(name)
  if (bytes === undefined) return refuse(file, 'unreadable').diagnostics
  if (bytes.length > LIMITS.toolsFileBytes) return refuse(file, 'too_large').diagnostics
  return (await reviewToolsText(new TextDecoder().decode(bytes), file, tree)).diagnostics
}

/** `tools` is set even if a script is missing. */
async function reviewToolsText(text: string, file: string, tree: SkillTree | undefined): Promise<ToolsReview> {
  const { locatePlaceholders, locatePrograms, readToolsFile } = await import('./tools-file.js')
  const plain = await readToolsFile(text)
  const whole = tree !== undefined ? await readToolsFile(text, tree) : plain
  const problems = whole.ok ? [] : whole.problems
  return {
    tools: plain.ok ? plain.value : undefined,
    programs: whole.ok ? locatePrograms(text).map((named) => ({ ...named, file })) : [],
    placeholders: whole.ok ? locatePlaceholders(text).map((tool) => ({ ...tool, file })) : [],
    diagnostics: [
      ...problems.map(({ code, message, suggestion, line, column }) =>
        toDiagnostic(code, message, file, { ...(suggestion !== undefined && { suggestion }), line, column }),
      ),
      ...(tree === undefined ? [] : explainLink(tree)),
    ],
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
  const what = refusal === 'too_large' ? `is larger than ${LIMITS.toolsFileBytes} bytes` : 'cannot be read as a file'
  return { ...NOTHING, diagnostics: [toDiagnostic('tools_invalid', `${file} ${what}`, file)] }
}

function explainLink({ leaving, folder }: SkillTree): readonly Diagnostic[] {
  if (leaving === undefined) return []
  const message = `'${leaving}' is a link to a file outside the skill, so its tools cannot be approved`
  return [toDiagnostic('tool_outside_skill', message, join(folder, leaving))]
}

function toDiagnostic(
  code: DiagnosticCode,
  message: string,
  file: string,
  place: Pick<Diagnostic, 'suggestion' | 'line' | 'column'> = { line: 1, column: 1 },
): Diagnostic {
  return { code, severity: DIAGNOSTICS[code].severity, message, file, ...place }
}
