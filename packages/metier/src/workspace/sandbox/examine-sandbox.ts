/** Tests the sandbox of this machine: starts a process in it that tries to get out. */

import type { SandboxMode } from '../../manager/settings/configuration.js'
import { findHome } from '../../system/files/paths.js'
import { type EscapeAttempt, type EscapeGround, tryEscapes } from '../../system/sandbox/escape-trial.js'
import { findProgramPlaces } from '../../system/sandbox/program-places.js'
import type { SandboxObstacle } from '../../system/sandbox/sandbox-status.js'
import { findSystemPlaces } from '../../system/sandbox/system-places.js'
import { profileOf } from './profile.js'
import type { Sandbox } from './sandbox.js'
import { findSandbox } from './sandboxes.js'

export type SandboxExamination =
  | { readonly status: 'off' }
  | { readonly status: 'works'; readonly name: string; readonly program: string }
  | {
      readonly status: 'leaks'
      readonly name: string
      readonly program: string
      readonly escaped: readonly EscapeAttempt[]
    }
  | { readonly status: 'missing'; readonly obstacle: SandboxObstacle }

export interface ExaminationPlace {
  readonly mode: SandboxMode
  readonly project: string | undefined
}

export async function examineSandbox({ mode, project }: ExaminationPlace): Promise<SandboxExamination> {
  if (mode === 'off') return { status: 'off' }
  const { sandbox, status } = await findSandbox(project === undefined ? [] : [project])
  if (!status.isUsable) return { status: 'missing', obstacle: status.obstacle }
  if (sandbox === undefined) return { status: 'off' }
  const { program } = status
  const { name } = sandbox
  const { escaped, problem } = await tryEscapes((ground) => enclose(ground, sandbox, program))
  if (problem !== undefined) return { status: 'missing', obstacle: { kind: 'failed', message: problem } }
  return escaped.length === 0 ? { status: 'works', name, program } : { status: 'leaks', name, program, escaped }
}

function enclose({ command, skill, workdir }: EscapeGround, sandbox: Sandbox, program: string): readonly string[] {
  const home = findHome()
  return sandbox.compose(program, command, {
    profile: profileOf('read'),
    system: findSystemPlaces(),
    programs: findProgramPlaces({ programs: [command[0]], path: '', homes: home === undefined ? [] : [home], skill }),
    skill,
    workdir: { path: workdir, alias: undefined, guarded: [] },
    home: undefined,
    users: undefined,
    cwd: '/',
  })
}
