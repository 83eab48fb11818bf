/** Explains a call of a tool that only the file of a skill declares: the skill is not approved, or not active. */

import { basename, isAbsolute } from 'node:path'
import type { SkillManager } from '../../manager/skill-manager.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import type { Diagnostic } from '../../skill/diagnostic.js'
import { LIMITS } from '../../skill/limits.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { ToolsFile } from '../../skill/tools-file/tools-file.js'
import { readSmallFile } from '../../system/files/small-file.js'
import { reviewTools } from '../../system/skill-files/review-tools.js'

type Approval = Awaited<ReturnType<SkillManager['approval']>>

/** Why a declared tool cannot be called, and what to do about it. */
export interface DeclaredTool {
  readonly message: string
  readonly suggestions: readonly string[]
}

/** Reads the tools file of every skill, so ask only after a call has failed. Undefined if no skill declares the tool. */
export async function findDeclaredTool(tool: string, manager: SkillManager): Promise<DeclaredTool | undefined> {
  await manager.ready()
  let broken: DeclaredTool | undefined
  for (const { name } of manager.getAvailableSkills()) {
    const found = manager.resolve(name)
    if (!found.ok || !isAbsolute(found.value.root.path)) continue
    const { tools = {}, diagnostics } = await reviewTools(directoryOf(found.value))
    const mistake = diagnostics.find(({ severity }) => severity === 'error')
    if (mistake !== undefined && (await mentions(mistake, tool))) broken ??= describeBroken(tool, name, mistake)
    if (!namesIn(tools).includes(tool)) continue
    const approval = await manager.approval(name)
    return approval.state === 'approved' ? describeInactive(tool, name) : describeUnapproved(tool, name, approval)
  }
  return broken
}

/** Whether a file that cannot be used has the name of the tool in it, as a word. */
async function mentions({ file = '' }: Diagnostic, tool: string): Promise<boolean> {
  const read = await readSmallFile(file, LIMITS.toolsFileBytes)
  return (
    'bytes' in read &&
    read.bytes
      .toString('utf8')
      .split(/[^\w.-]+/)
      .includes(tool)
  )
}

/** The tools that a file names; a server may have others. */
export function namesIn({ tools = [], servers = {} }: ToolsFile): readonly string[] {
  return [...tools.map(({ name }) => name), ...Object.values(servers).flatMap((server) => server.tools ?? [])]
}

function describeBroken(tool: string, skill: string, { file = '', line, column, message }: Diagnostic): DeclaredTool {
  return {
    message: `'${tool}' is not available: the tools of skill '${skill}' cannot be used: ${basename(file)}:${line}:${column} ${message}`,
    suggestions: [`Ask the user to fix it, and to run: metier approve ${quoteForShell(skill)}`],
  }
}

function describeUnapproved(tool: string, skill: string, { state, changed }: Approval): DeclaredTool {
  const why =
    state === 'lapsed' ? `whose approval lapsed because ${changed.join(', ')} changed` : 'which is not approved'
  return {
    message: `'${tool}' is not available: it belongs to skill '${skill}', ${why}`,
    suggestions: [`Ask the user to run: metier approve ${quoteForShell(skill)}. Then activate the skill again`],
  }
}

/** Says that a tool belongs to a skill that is not active. */
export function describeInactive(tool: string, skill: string): DeclaredTool {
  return {
    message: `'${tool}' is not available: it belongs to skill '${skill}', which is not active`,
    suggestions: [`Activate skill '${skill}' first`],
  }
}
