import { Button } from '../../parts/button.js'
import { ProblemNotice } from '../../parts/waiting.js'
import { navigate } from '../../router/location.js'
import { withParameters } from '../../router/route.js'
import { useAction } from '../../server/action.js'
import type { Scope } from './scope-choice.js'

interface BeginButtonProps {
  readonly source: string
  readonly skill: string
  readonly scope: Scope
  /** Whether a skill of this name is installed. */
  readonly isReplacing: boolean
}

/** Fetches a skill into quarantine and goes to its steps. */
export function BeginButton({ source, skill, scope, isReplacing }: BeginButtonProps) {
  const begin = useAction('POST /api/installs')
  const start = async () => {
    const install = await begin.run({ source, skill, scope, ...(isReplacing ? { force: true } : {}) })
    if (install !== undefined) navigate(withParameters('/install', { install: install.id }))
  }
  return (
    <div className="stack-tight">
      <Button busy={begin.isRunning ? 'Starting…' : undefined} onClick={() => void start()}>
        {isReplacing ? 'Review and replace' : 'Review and install'}
      </Button>
      {begin.problem === undefined ? null : <ProblemNotice problem={begin.problem} />}
    </div>
  )
}
