/** A script of a skill as a tool: argv without a shell, the input as JSON on stdin, a clean environment. */

import { isAbsolute, join } from 'node:path'
import { LIMITS } from '../skill/limits.js'
import { composeEnvironment } from '../system/child-environment.js'
import { type ProcessOutcome, runProcess } from '../system/run-process.js'
import type { FindObjection } from './activation.js'
import type { Tool, ToolContext } from './tool.js'
import { ToolFailure } from './tool-failure.js'
import { fieldNamed, type ToolEntry } from './tools-file.js'

export interface ScriptPlace {
  readonly skill: string
  /** The skill's folder. */
  readonly directory: string
  readonly workdir: string
  /** Variables that the skill's SKILL.md or its user's configuration names. */
  readonly variables: readonly string[]
  readonly values: Readonly<Record<string, string>>
  /** Why it may not run any more: files have changed since they were approved. */
  readonly findObjection: FindObjection
}

export function toScriptTool(entry: ToolEntry, place: ScriptPlace): Tool {
  const { name, description, input = { type: 'object' }, category = 'execute', version } = entry
  return {
    toolName: name,
    desc: description,
    paramsSchema: input,
    category,
    version,
    execute: (params: unknown, context) => runScript(entry, place, params, context),
  }
}

async function runScript(entry: ToolEntry, place: ScriptPlace, params: unknown, { signal, toolName }: ToolContext) {
  const objection = await place.findObjection()
  if (objection !== undefined)
    throw new ToolFailure(objection, {}, [`Ask the user to run: metier approve ${place.skill}`])
  const { run, cwd = 'skill', timeout = LIMITS.toolSeconds, env = [] } = entry
  const outcome = await runProcess({
    command: composeCommand(run, params, place.directory),
    cwd: cwd === 'workdir' ? place.workdir : place.directory,
    environment: composeEnvironment([...place.variables, ...env], {
      ...place.values,
      METIER_SKILL_DIR: place.directory,
      METIER_WORKDIR: place.workdir,
      // A file more in the skill's folder, and its approval would lapse.
      PYTHONDONTWRITEBYTECODE: '1',
    }),
    input: `${JSON.stringify(params)}\n`,
    timeoutMilliseconds: timeout * 1000,
    outputBytes: LIMITS.toolOutputBytes,
    outputFileBytes: LIMITS.toolOutputFileBytes,
    signal,
  })
  return readOutcome(outcome, toolName, timeout)
}

/** Each field is one argument, whatever it holds; one that was not given leaves its argument out. */
export function composeCommand(
  run: readonly [string, ...string[]],
  params: unknown,
  directory: string,
): readonly [string, ...string[]] {
  const [program, ...words] = run
  const fields = new Map(Object.entries((params ?? {}) as Record<string, unknown>))
  const composed = words.flatMap((word) => {
    const field = fieldNamed(word)
    if (field === undefined) return inSkill(word, directory)
    const value = fields.get(field)
    if (value === undefined) return []
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
  return [findProgram(inSkill(program, directory), directory), ...composed]
}

function inSkill(word: string, directory: string): string {
  return word.startsWith('{skill}/') ? join(directory, word.slice('{skill}/'.length)) : word
}

/** A name alone is looked for on PATH; a path starts at the skill. */
function findProgram(program: string, directory: string): string {
  return program.includes('/') && !isAbsolute(program) ? join(directory, program) : program
}

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
  if (outcome.isAborted) return `'${name}' was ended: its skill was deactivated or the call was aborted`
  if (outcome.isTimedOut) return `'${name}' did not end within ${timeout} seconds and was stopped`
  if (exitCode === 0) return undefined
  const said = (stderr.trim() || stdout.trim()).slice(-SHOWN_CHARACTERS)
  const how = exitCode === null ? `was ended by ${endSignal}` : `ended with exit code ${exitCode}`
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
  if (path === '') return `${stdout}\n… The output has ${bytes} bytes; there was no room to keep the rest of them`
  const part = keptBytes < bytes ? `the first ${keptBytes} of them are` : 'all of it is'
  return `${stdout}\n… The output has ${bytes} bytes; ${part} in ${path}`
}
