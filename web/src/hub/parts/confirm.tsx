import type { ReactNode } from 'react'
import { Button } from '../../parts/button.js'
import { Command } from '../../parts/copy.js'
import { Dialog } from '../../parts/dialog.js'
import { ProblemNotice } from '../../parts/waiting.js'
import { useAction } from '../server/action.js'
import type { HubActionName, HubAnswered, HubInput } from '../server/api.js'
import { useSession } from '../server/session.js'
import { toCommand } from '../server/to-command.js'

interface ConfirmProps<Name extends HubActionName> {
  readonly title: string
  readonly action: Name
  readonly input: HubInput<Name>
  /** What the button says: a verb. */
  readonly label: string
  /** What it says while it runs. */
  readonly busy: string
  /** Said once it is done. */
  readonly success: string
  readonly look?: 'main' | 'danger'
  /** Whether what the action needs is filled in. */
  readonly isReady?: boolean
  readonly onDone?: (answer: HubAnswered<Name>) => void
  readonly onClose: () => void
  /** The consequence, and fields if the action has any. */
  readonly children: ReactNode
}

/** Asks before a change: what follows from it, and the command that does the same. */
export function Confirm<Name extends HubActionName>(props: ConfirmProps<Name>) {
  const { title, action, input, label, busy, success, look = 'danger', isReady = true, children } = props
  const { hub } = useSession()
  const { run, isRunning, problem } = useAction(action)
  const confirm = async () => {
    const answer = await run(input, success)
    if (answer === undefined) return
    props.onClose()
    props.onDone?.(answer)
  }
  return (
    <Dialog title={title} onClose={props.onClose}>
      {children}
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <div className="row">
        <Button look={look} busy={isRunning ? busy : undefined} disabled={!isReady} onClick={() => void confirm()}>
          {label}
        </Button>
        <Button onClick={props.onClose}>Cancel</Button>
      </div>
      <details>
        <summary>Equivalent command</summary>
        <Command text={toCommand(hub.url, action, input)} />
      </details>
    </Dialog>
  )
}
