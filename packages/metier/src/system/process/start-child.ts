import { type ChildProcessWithoutNullStreams, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { composeStreams } from './inherited-files.js'
import { tieToProcess } from './process-group.js'

type StartOptions = Pick<SpawnOptions, 'cwd' | 'env' | 'detached'>

/** Starts a program that ends no later than this process; throws if the system cannot start another one. */
export function startChild(
  program: string,
  parameters: readonly string[],
  options: StartOptions,
): ChildProcessWithoutNullStreams {
  const stdio = composeStreams()
  const child = spawn(program, [...parameters], { ...options, shell: false, windowsHide: true, stdio })
  const { stdin, stdout, stderr } = child as Partial<ChildProcessWithoutNullStreams>
  if (stdin === undefined || stdout === undefined || stderr === undefined) {
    // There is no pipe to listen on, only an event that would crash this process if unhandled.
    child.on('error', () => undefined)
    throw new Error(`${program} cannot be started: too many open files`)
  }
  // A program that never ran never exits.
  if (child.pid !== undefined) tieToProcess(child)
  return child as ChildProcessWithoutNullStreams
}

/** Says why a program did not start. Node names neither PATH nor a working directory that is gone. */
export function explainStart(error: NodeJS.ErrnoException, program: string, cwd: string): string {
  const isAbsent = error.code === 'ENOENT' && !/[\\/]/.test(program) && existsSync(cwd)
  return isAbsent ? `the program '${program}' is not on PATH` : error.message
}
