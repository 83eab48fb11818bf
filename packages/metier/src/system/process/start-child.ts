import { type ChildProcessWithoutNullStreams, type SpawnOptions, spawn } from 'node:child_process'
import { tieToProcess } from './process-group.js'

type StartOptions = Pick<SpawnOptions, 'cwd' | 'env' | 'detached'>

/** Starts a program that ends with this process at the latest; throws where the system has no room for one more. */
export function startChild(
  program: string,
  parameters: readonly string[],
  options: StartOptions,
): ChildProcessWithoutNullStreams {
  const child = spawn(program, [...parameters], { ...options, shell: false, windowsHide: true, stdio: 'pipe' })
  const { stdin, stdout, stderr } = child as Partial<ChildProcessWithoutNullStreams>
  if (stdin === undefined || stdout === undefined || stderr === undefined) {
    // There is no pipe to listen to, only an event that would end this process if nobody heard it.
    child.on('error', () => undefined)
    throw new Error(`${program} cannot be started: too many files are open`)
  }
  // What never ran has no end either.
  if (child.pid !== undefined) tieToProcess(child)
  return child
}
