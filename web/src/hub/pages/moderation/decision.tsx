import { useState } from 'react'
import type { WaitingView } from '../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../parts/button.js'
import { plural } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { ProblemNotice } from '../../../parts/waiting.js'
import { navigate } from '../../../router/location.js'
import { useAction } from '../../server/action.js'

interface DecisionProps {
  readonly waiting: WaitingView
  readonly unread: number
}

export function Decision({ waiting, unread }: DecisionProps) {
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
    if (answer !== undefined) navigate('/moderation')
  }
  return (
    <Panel title="Decision" isPadded>
      {unread === 0 ? null : (
        <p className="soft">
          {plural(unread, 'file')} of this version {unread === 1 ? 'is' : 'are'} not opened yet.
        </p>
      )}
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
          {isMissing
            ? 'Say why you reject it: its author needs to know what to change.'
            : 'Shown to members of its owner and to moderators. A rejection needs one.'}
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
        <Button
          look="danger"
          busy={running === 'reject' ? 'Rejecting…' : undefined}
          disabled={running !== undefined}
          onClick={() => void run('reject')}
        >
          Reject
        </Button>
      </div>
      <p className="soft small">Both are written to the log. A rejected number is never used again.</p>
    </Panel>
  )
}
