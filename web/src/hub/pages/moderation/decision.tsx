import { useState } from 'react'
import type { WaitingView } from '../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../parts/button.js'
import { Command } from '../../../parts/copy.js'
import { plural } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { ProblemNotice } from '../../../parts/waiting.js'
import { navigate } from '../../../router/location.js'
import { withParameters } from '../../../router/route.js'
import { useAction } from '../../server/action.js'
import { useSession } from '../../server/session.js'
import { toCommand } from '../../server/to-command.js'
import { Outcomes } from './outcome.js'

interface DecisionProps {
  readonly waiting: WaitingView
  readonly unread: number
  /** Whether it was rejected before, so that it can only be approved. */
  readonly isRejected: boolean
}

const MISSING = 'Say why you reject it: its author needs to know what to change.'
const NEEDED = ' A rejection needs one.'

export function Decision({ waiting, unread, isRejected }: DecisionProps) {
  const { hub } = useSession()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [running, setRunning] = useState<'approve' | 'reject'>()
  const decide = useAction('POST /api/hub/v1/moderation/:id')
  const name = `${waiting.slug}@${waiting.version}`
  const run = async (decision: 'approve' | 'reject') => {
    // Its author has to know what to change.
    if (decision === 'reject' && reason.trim() === '') return setMissing(true)
    setRunning(decision)
    const done = decision === 'approve' ? `Published ${name}` : `Rejected ${name}`
    const answer = await decide.run({ id: waiting.versionId, decision, reason: reason.trim() }, done)
    setRunning(undefined)
    if (answer !== undefined) navigate(withParameters('/moderation', { tab: isRejected ? 'rejected' : '' }))
  }
  return (
    <Panel title="Decision" isPadded>
      <Outcomes waiting={waiting} isRejected={isRejected} />
      <Unread unread={unread} />
      <div className="field">
        <label htmlFor="reason">Reason</label>
        <textarea
          id="reason"
          className="input"
          maxLength={1000}
          value={reason}
          aria-invalid={isMissing}
          aria-describedby="reason-note"
          onChange={(event) => {
            setReason(event.target.value)
            setMissing(false)
          }}
        />
        <p className={isMissing ? 'field-fault' : 'field-note'} id="reason-note" role={isMissing ? 'alert' : undefined}>
          {isMissing ? MISSING : `Shown to members of its owner and to moderators.${isRejected ? '' : NEEDED}`}
        </p>
      </div>
      {decide.problem === undefined ? null : <ProblemNotice problem={decide.problem} />}
      <div className="row">
        <Button
          look="main"
          busy={running === 'approve' ? 'Publishing…' : undefined}
          disabled={running !== undefined}
          onClick={() => void run('approve')}
        >
          Approve {name}
        </Button>
        {isRejected ? null : (
          <Button
            look="danger"
            busy={running === 'reject' ? 'Rejecting…' : undefined}
            disabled={running !== undefined}
            onClick={() => void run('reject')}
          >
            Reject
          </Button>
        )}
      </div>
      <details>
        <summary>Equivalent command</summary>
        <Command
          text={toCommand(hub.url, 'POST /api/hub/v1/moderation/:id', {
            id: waiting.versionId,
            decision: 'approve',
            reason: reason.trim(),
          })}
        />
      </details>
    </Panel>
  )
}

function Unread({ unread }: Pick<DecisionProps, 'unread'>) {
  if (unread === 0) return null
  return <p className="soft">You have not opened {plural(unread, 'file')} of this version yet.</p>
}
