import type { ReactNode } from 'react'
import { Button } from '../../parts/button.js'
import { ProblemNotice } from '../../parts/waiting.js'
import type { HubProblem } from '../server/client.js'

interface SubmitProps {
  readonly action: { readonly isRunning: boolean; readonly problem: HubProblem | undefined }
  /** What the button says while it runs. */
  readonly busy: string
  readonly disabled?: boolean
  readonly children: ReactNode
}

/** The end of a form: why it did not work, and the button that sends it. */
export function Submit({ action, busy, disabled = false, children }: SubmitProps) {
  return (
    <>
      {action.problem === undefined ? null : <ProblemNotice problem={action.problem} />}
      <div className="row">
        <Button look="main" type="submit" busy={action.isRunning ? busy : undefined} disabled={disabled}>
          {children}
        </Button>
      </div>
    </>
  )
}
