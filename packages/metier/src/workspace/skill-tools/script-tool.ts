/** A skill's script as a tool: arguments without a shell, the input as JSON on stdin, a clean environment. */

import { isAbsolute } from 'node:path'
import { effectiveCategory } from '../../skill/command/command-category.js'
import { type CommandContext, readCommand } from '../../skill/command/tool-command.js'
import { LIMITS } from '../../skill/limits.js'
import type { ToolEntry } from '../../skill/tools-file/tools-file.js'
import { type ProcessOutcome, runProcess } from '../../system/process/run-process.js'
import type { SkillTree } from '../../system/skill-files/skill-tree.js'
import { encloseCommand, type SandboxPlace } from '../sandbox/enclose-command.js'
import { profileOf } from '../sandbox/profile.js'
import { type Tool, ToolFailure, ToolUnavailable } from '../tools/tool.js'
import type { ToolCallContext } from '../tools/tool-context.js'
import { type CommandPlace, prepareCommand } from './skill-command.js'

/** Where a skill's scripts run. */
export interface ScriptPlace extends CommandPlace, SandboxPlace {
  /** The files as they are now if they are the approved ones; otherwise why they may not be used. */
  readonly findFiles: () => Promise<
    | { readonly tree: SkillTree }
    /** Why none of them may run; with `isGone`, no approval would change that. */
    | { readonly objection: string; readonly isGone?: true }
  >
}

/** Turns an entry of `tools.yaml` into a tool over the approved files. */
export function toScriptTool(entry: ToolEntry, place: ScriptPlace, files: SkillTree | undefined): Tool {
  const { name, description, input = { type: 'object' }, category, version, run, cwd = 'skill' } = entry
  return {
    toolName: name,
    desc: description,
    paramsSchema: input,
    // A tool that declares less than its program does is treated as what it does.
    category: effectiveCategory(category, run),
    version,
    command: run,
    script: files && findScript(run, { files, cwd, hasFields: true }),
    execute: (params: unknown, context) => runScript(entry, place, params, context),
  }
}

/** The first of a command's words that is a file of the skill. */
function findScript(run: readonly string[], context: CommandContext): string | undefined {
  for (const part of readCommand(run, context).parts) {
    if (part.kind === 'path' && context.files.kindOf(part.path) === 'file') return part.path
  }
  return undefined
}

async function runScript(entry: ToolEntry, place: ScriptPlace, params: unknown, { signal, toolName }: ToolCallContext) {
  const found = await place.findFiles()
  if ('objection' in found)
    throw new ToolUnavailable(found.objection, {}, [
      found.isGone === true ? 'Continue without this tool' : `Ask the user to run: metier approve ${place.skill}`,
    ])
  const { run, cwd = 'skill', timeout = LIMITS.toolSeconds, env = [], category = 'execute' } = entry
  const prepared = prepareCommand({ words: run, cwd, env, params: params ?? {} }, found.tree, place)
  if ('refusal' in prepared) throw new ToolFailure(`'${toolName}' was not started: ${prepared.refusal}`, {}, [FIX])
  // A sandbox would say less about a program that is not there.
  const [program] = prepared.command
  if (!isAbsolute(program))
    throw new ToolFailure(`'${toolName}' could not be started: the program '${program}' is not on PATH`, {})
  const profile = profileOf(category)
  const enclosed = await encloseCommand({ command: prepared, profile, folder: found.tree.folder, place })
  if ('refusal' in enclosed)
    throw new ToolFailure(`'${toolName}' could not be started: ${enclosed.refusal}`, {}, enclosed.suggestions)
  const outcome = await runProcess({
    ...enclosed,
    input: `${JSON.stringify(params)}\n`,
    timeoutMilliseconds: timeout * 1000,
    outputBytes: LIMITS.toolOutputBytes,
    outputFileBytes: LIMITS.toolOutputFileBytes,
    signal,
  })
  return readOutcome(outcome, toolName, timeout)
}

const FIX = "Continue without this tool, and tell the user to fix the skill's tools.yaml"

function readOutcome(outcome: ProcessOutcome, name: string, timeout: number): unknown {
  const { exitCode, stdout, stderr, rest } = outcome
  const problem = describeProblem(outcome, name, timeout)
  if (problem === undefined) return rest === undefined ? toStructured(stdout) : toCutText(stdout, rest)
  const kept = rest === undefined || rest.path === '' ? {} : { outputFile: rest.path }
  throw new ToolFailure(problem, { exitCode, stdout, stderr, ...kept })
}

function describeProblem(outcome: ProcessOutcome, name: string, timeout: number): string | undefined {
  const { exitCode, endSignal, stderr, stdout, startError } = outcome
  if (startError !== undefined) return `'${name}' could not be started: ${startError}`
  if (outcome.isAborted) return `'${name}' was stopped: its skill was deactivated or the call was aborted`
  if (outcome.isTimedOut) return `'${name}' was stopped: it did not finish within ${timeout} s`
  if (exitCode === 0) return undefined
  const said = (stderr.trim() || stdout.trim()).slice(-SHOWN_CHARACTERS)
  const how = exitCode === null ? `was killed by ${endSignal}` : `exited with code ${exitCode}`
  return `'${name}' ${how}${said === '' ? '' : `: ${said}`}`
}

const SHOWN_CHARACTERS = 2_000

/** JSON that is an object or a list is structured output; everything else is text. */
function toStructured(stdout: string): unknown {
  const text = stdout.trim()
  if (!/^[[{]/.test(text)) return stdout
  try {
    return JSON.parse(text)
  } catch {
    return stdout
  }
}

function toCutText(stdout: string, { path, bytes, keptBytes }: NonNullable<ProcessOutcome['rest']>): string {
  if (path === '') return `${stdout}\n… Output truncated: ${bytes} bytes in total. The rest could not be saved`
  const part = keptBytes < bytes ? `The first ${keptBytes} bytes are` : 'The full output is'
  return `${stdout}\n… Output truncated: ${bytes} bytes in total. ${part} in ${path}`
}
