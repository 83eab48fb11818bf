/** A model behind a command of the user, such as `claude -p`: the prompt on standard input, the answer on standard output. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { failToAsk, type ModelReply } from '../../gate/reviewer/model.js'
import { splitSimpleCommand } from '../../skill/command/simple-command.js'
import { findProgram, keepOutside } from '../process/find-program.js'
import { type ProgramEnd, runProgram } from '../process/process.js'
import { ANSWER_BYTES, type ModelPlace, type ModelSettings, type OpenedModel, USUAL_SECONDS } from './model-settings.js'

export function openCommand(settings: ModelSettings, place: ModelPlace): OpenedModel {
  const { command, seconds = USUAL_SECONDS } = settings
  if (command === undefined) return failToAsk({ code: 'setting_missing', setting: 'command' })
  const [program = '', ...parameters] = (typeof command === 'string' ? splitSimpleCommand(command) : command) ?? []
  if (program === '') return failToAsk({ code: 'setting_invalid', setting: 'command', detail: NOT_SIMPLE })
  const identity = JSON.stringify(['command', program, ...parameters])
  const ask = ({ prompt, signal }: { readonly prompt: string; readonly signal?: AbortSignal | undefined }) =>
    run({ program, parameters, seconds, place, prompt, signal })
  return { ok: true, model: { name: `command ${program}`, identity, asksTogether: false, ask } }
}

const NOT_SIMPLE = 'it must be one program with its arguments; no shell reads it'

interface CommandRun {
  readonly program: string
  readonly parameters: readonly string[]
  readonly seconds: number
  readonly place: ModelPlace
  readonly prompt: string
  readonly signal: AbortSignal | undefined
}

async function run({ program, parameters, seconds, place, prompt, signal }: CommandRun): Promise<ModelReply> {
  const path = keepOutside(process.env.PATH ?? '', place.projects)
  const file = locate(program, path)
  if (file === undefined) return failToAsk({ code: 'command_missing', program })
  // An empty directory: the settings and instructions of a project must not decide what the program does.
  const directory = await mkdtemp(join(tmpdir(), 'metier-model-'))
  try {
    const end = await runProgram(file, parameters, {
      variables: { ...ownVariables(), PATH: path },
      directory,
      input: prompt,
      milliseconds: seconds * 1000,
      mostOutput: ANSWER_BYTES,
      signal,
    })
    return readEnd(end, program, seconds)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** A relative path would depend on the current directory, which may be a project's. */
function locate(program: string, path: string): string | undefined {
  if (isAbsolute(program)) return program
  return /[\\/]/.test(program) ? undefined : findProgram(program, path)
}

/** It is the user's own program, so it sees the user's own environment. */
function ownVariables(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

function readEnd({ code, output, ended }: ProgramEnd, program: string, seconds: number): ModelReply {
  if (ended === 'not_started') return failToAsk({ code: 'command_missing', program })
  if (ended === 'time') return failToAsk({ code: 'model_timed_out', seconds })
  if (ended === 'output') return failToAsk({ code: 'answer_too_long', bytes: ANSWER_BYTES })
  if (code !== 0) return failToAsk({ code: 'command_failed', exitCode: code })
  return { ok: true, text: output.toString('utf8') }
}
