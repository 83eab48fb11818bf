import { navigate } from '../router/location.js'
import { withParameters } from '../router/route.js'
import { useAction } from '../server/action.js'
import { Button } from './button.js'
import { ProblemNotice } from './waiting.js'

interface UpdateButtonProps {
  readonly skill: string
  /** Replaces local changes. */
  readonly isForced?: boolean
  readonly children?: string
}

/** Fetches the newer version into quarantine and goes to its steps: nothing changes before the user agrees there. */
export function UpdateButton({ skill, isForced = false, children = 'Review the update' }: UpdateButtonProps) {
  const begin = useAction('POST /api/skill/update')
  const start = async () => {
    const update = await begin.run({ skill, ...(isForced ? { force: true } : {}) })
    if (update !== undefined) navigate(withParameters('/install', { install: update.id }))
  }
  return (
    <>
      <Button busy={begin.isRunning ? 'Starting…' : undefined} onClick={() => void start()}>
        {children}
      </Button>
      {begin.problem === undefined ? null : <ProblemNotice problem={begin.problem} />}
    </>
  )
}
