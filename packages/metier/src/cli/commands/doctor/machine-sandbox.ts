/** The part of `metier doctor` about the sandbox: whether it holds, and how to get one. */

import type { SandboxMode } from '../../../manager/settings/configuration.js'
import { ESCAPE_ATTEMPTS, type EscapeAttempt } from '../../../system/sandbox/escape-trial.js'
import { describeObstacle } from '../../../workspace/sandbox/describe-obstacle.js'
import { examineSandbox } from '../../../workspace/sandbox/examine-sandbox.js'
import { type Line, say, styled } from '../../terminal/lines.js'

export interface MachineSandbox {
  /** The setting `sandbox`. */
  readonly mode: SandboxMode
  readonly status: 'off' | 'works' | 'leaks' | 'missing'
  readonly program: string | null
  /** What a process in it tried, and whether it failed, as it must. */
  readonly attempts: readonly { readonly attempt: EscapeAttempt; readonly contained: boolean }[]
  /** Why there is none, and what to do about it. */
  readonly reason: string | null
  readonly fix: string | null
  /** True if it does not hold, or is required and missing. */
  readonly isFault: boolean
}

const NOTHING = { program: null, attempts: [], reason: null, fix: null, isFault: false }

/** Starts a process in the sandbox that tries to get out. */
export async function tryMachineSandbox(mode: SandboxMode, project: string | undefined): Promise<MachineSandbox> {
  const examination = await examineSandbox({ mode, project })
  const { status } = examination
  switch (examination.status) {
    case 'off':
      return { ...NOTHING, mode, status }
    case 'missing':
      return { ...NOTHING, ...describeObstacle(examination.obstacle), mode, status, isFault: mode === 'require' }
    case 'works':
    case 'leaks': {
      const escaped: readonly EscapeAttempt[] = examination.status === 'leaks' ? examination.escaped : []
      const attempts = ESCAPE_ATTEMPTS.map((attempt) => ({ attempt, contained: !escaped.includes(attempt) }))
      const reason = escaped.length === 0 ? null : `a process in it could ${escaped.map(describeAttempt).join(', ')}`
      return { ...NOTHING, mode, status, program: examination.program, attempts, reason, isFault: escaped.length > 0 }
    }
  }
}

function describeAttempt(attempt: EscapeAttempt): string {
  return attempt.replaceAll('_', ' ')
}

export function composeSandbox({
  mode,
  status,
  program,
  attempts,
  reason,
  fix,
  isFault,
}: MachineSandbox): readonly Line[] {
  const setting = styled(`(sandbox: ${mode})`, 'dim')
  if (status === 'off') return [['    The programs of skills run without a sandbox ', setting]]
  if (status === 'works') {
    return [
      [
        styled('  ✓ ', 'green'),
        `${program}: ${attempts.length} of ${attempts.length} attempts to escape failed `,
        setting,
      ],
    ]
  }
  const mark = isFault ? styled('  ✗ ', 'red') : styled('  ! ', 'yellow')
  const effect = mode === 'require' ? 'are not started' : 'run without a sandbox'
  const what =
    status === 'leaks' ? `${program} does not hold: ${reason}` : `The programs of skills ${effect}: ${reason}`
  return [[mark, `${what} `, setting], ...(fix === null ? [] : [['    ', ...say(fix)]])]
}
