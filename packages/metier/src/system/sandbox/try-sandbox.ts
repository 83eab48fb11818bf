/** Starts a sandbox once to find out whether it works here; a second question costs nothing. */

import { existsSync, readFileSync } from 'node:fs'
import { LIMITS } from '../../skill/limits.js'
import { messageOf } from '../../skill/unknown-value.js'
import { findProgram, keepOutside } from '../process/find-program.js'
import { runProgram } from '../process/process.js'
import type { KernelSetting, SandboxObstacle, SandboxStatus } from './sandbox-status.js'

/** A sandbox's program, and the command with which it starts something harmless. */
export interface SandboxTrial {
  readonly program: string
  readonly compose: (program: string) => readonly [string, ...string[]]
  /** Directories in which the program is not looked for, such as the project's. */
  readonly outside: readonly string[]
}

const tried = new Map<string, Promise<SandboxStatus>>()

/** Tries a sandbox. The result for a program is kept as long as this process runs. */
export async function trySandbox({ program, compose, outside }: SandboxTrial): Promise<SandboxStatus> {
  const found = findProgram(program, keepOutside(process.env.PATH ?? '', outside))
  // Not kept: the user may install it while this process runs.
  if (found === undefined) return { isUsable: false, obstacle: { kind: 'absent', program } }
  const known = tried.get(found)
  if (known !== undefined) return known
  const trial = start(found, compose)
  tried.set(found, trial)
  return trial
}

async function start(program: string, compose: SandboxTrial['compose']): Promise<SandboxStatus> {
  const command = prepare(program, compose)
  if ('problem' in command) return { isUsable: false, obstacle: { kind: 'failed', message: command.problem } }
  const [first, ...parameters] = command
  const { code, errors, ended } = await runProgram(first, parameters, {
    variables: {},
    directory: '/',
    milliseconds: LIMITS.sandboxTrialSeconds * 1000,
    mostOutput: MOST_OUTPUT,
  })
  if (code === 0) return { isUsable: true, program }
  const late = ended === 'time' ? `it did not start within ${LIMITS.sandboxTrialSeconds} seconds` : undefined
  return {
    isUsable: false,
    obstacle: explain(program, late ?? (errors.trim().slice(0, MOST_SAID) || `exit code ${code}`)),
  }
}

function prepare(program: string, compose: SandboxTrial['compose']) {
  try {
    return compose(program)
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

const MOST_OUTPUT = 64 * 1024
const MOST_SAID = 500

function explain(program: string, message: string): SandboxObstacle {
  const [, option] = /unknown option (\S+)/i.exec(message) ?? []
  if (option !== undefined) return { kind: 'outdated', program, option }
  const setting = FORBIDDING.find(({ name, forbids }) => forbids(readSetting(name)))
  if (setting !== undefined) return { kind: 'forbidden', setting: setting.name, value: readSetting(setting.name) ?? 0 }
  return { kind: isContained() ? 'contained' : 'failed', message }
}

interface ForbiddingSetting {
  readonly name: KernelSetting
  readonly forbids: (value: number | undefined) => boolean
}

const FORBIDDING: readonly ForbiddingSetting[] = [
  { name: 'kernel.unprivileged_userns_clone', forbids: (value) => value === 0 && process.getuid?.() !== 0 },
  { name: 'user.max_user_namespaces', forbids: (value) => value === 0 },
  {
    name: 'kernel.apparmor_restrict_unprivileged_userns',
    forbids: (value) => value === 1 && process.getuid?.() !== 0,
  },
]

/** Undefined if this kernel has no such setting. */
function readSetting(name: KernelSetting): number | undefined {
  try {
    return Number(readFileSync(`/proc/sys/${name.replaceAll('.', '/')}`, 'utf8'))
  } catch {
    return undefined
  }
}

/** Files and variables that container engines leave in their containers. */
function isContained(): boolean {
  if (['/.dockerenv', '/run/.containerenv', '/run/systemd/container'].some((file) => existsSync(file))) return true
  return process.env.KUBERNETES_SERVICE_HOST !== undefined || process.env.container !== undefined
}
