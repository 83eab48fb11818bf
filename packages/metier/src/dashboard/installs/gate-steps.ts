/** The steps of the gate as a page shows them: which have passed, which runs, and which refused. */

import type { Progress } from '../../sources/source.js'
import type { ProblemCode } from '../api/common.js'
import type { GateStep, GateStepView } from '../api/installs.js'

export interface GateSteps {
  readonly all: readonly GateStepView[]
  /** What the store reports while it works. */
  progress(progress: Progress): void
  /** Everything before a step has passed, and the step runs. */
  reach(step: GateStep, message: string): void
  settle(step: GateStep, state: 'passed' | 'warned' | 'failed', message: string): void
  /** The step that a refusal belongs to. */
  refuse(code: ProblemCode, message: string): void
  finish(message: string): void
}

const STEPS: readonly GateStep[] = [
  'trust',
  'fetch',
  'limits',
  'validate',
  'scan',
  'signature',
  'conflict',
  'agree',
  'commit',
]

const PHASES: Readonly<Record<Progress['phase'], GateStep>> = {
  resolve: 'fetch',
  wait: 'fetch',
  download: 'fetch',
  unpack: 'fetch',
  scan: 'scan',
  commit: 'commit',
  verify: 'commit',
}

/** The step whose question a refusal answers; a code that is not listed belongs to the step that runs. */
const REFUSALS: Readonly<Partial<Record<ProblemCode, GateStep>>> = {
  source_untrusted: 'trust',
  source_unavailable: 'fetch',
  skill_not_found: 'fetch',
  limit_exceeded: 'limits',
  skill_invalid: 'validate',
  skill_malformed: 'validate',
  scan_blocked: 'scan',
  signature_invalid: 'signature',
  skill_exists: 'conflict',
  skill_ambiguous: 'conflict',
}

export function createGateSteps(): GateSteps {
  let all: readonly GateStepView[] = STEPS.map((step) => ({ step, state: 'waiting', message: '' }))
  const set = (step: GateStep, view: Omit<GateStepView, 'step'>) => {
    all = all.map((one) => (one.step === step ? { step, ...view } : one))
  }
  const passBefore = (step: GateStep) => {
    const end = STEPS.indexOf(step)
    all = all.map((one, at) =>
      at < end && (one.state === 'waiting' || one.state === 'running') ? { ...one, state: 'passed' } : one,
    )
  }
  const reach = (step: GateStep, message: string, counts: Pick<GateStepView, 'done' | 'total'> = {}) => {
    passBefore(step)
    set(step, { state: 'running', message, ...counts })
  }
  return {
    get all() {
      return all
    },
    progress: ({ phase, message, done, total }) => {
      const counts = { ...(done !== undefined && { done }), ...(total !== undefined && { total }) }
      reach(PHASES[phase], message, counts)
    },
    reach,
    settle: (step, state, message) => {
      passBefore(step)
      set(step, { state, message })
    },
    refuse: (code, message) => {
      const running = all.find(({ state }) => state === 'running')?.step ?? 'fetch'
      const step = REFUSALS[code] ?? running
      passBefore(step)
      // Steps behind it have not happened, whatever was reported.
      const end = STEPS.indexOf(step)
      all = all.map((one, at) => (at > end ? { step: one.step, state: 'waiting', message: '' } : one))
      set(step, { state: 'failed', message })
    },
    finish: (message) => {
      passBefore('commit')
      set('commit', { state: 'passed', message })
    },
  }
}
