import { useState } from 'react'
import type { DeviceLoginView } from '../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../parts/button.js'
import { day } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { ProblemNotice } from '../../../parts/waiting.js'
import { ScopeChoice } from '../../parts/scopes.js'
import { useAction } from '../../server/action.js'
import { useUser } from '../../server/session.js'

const LIFETIMES = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
] as const

interface DeviceRequestProps {
  readonly login: DeviceLoginView
  readonly onDecided: (decided: 'approved' | 'denied') => void
  readonly onCancel: () => void
}

/** What asks for a token, what it gets, and the decision. */
export function DeviceRequest({ login, onDecided, onCancel }: DeviceRequestProps) {
  const user = useUser()
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(login.scopes))
  const [days, setDays] = useState(90)
  const [running, setRunning] = useState<'approve' | 'deny'>()
  const decide = useAction('POST /api/hub/v1/device/decision')
  const run = async (decision: 'approve' | 'deny') => {
    setRunning(decision)
    const { userCode } = login
    const input = decision === 'deny' ? { userCode, decision } : { userCode, decision, scopes: [...scopes], days }
    const answer = await decide.run(input, decision === 'approve' ? 'Allowed the login' : 'Refused the login')
    setRunning(undefined)
    if (answer !== undefined) onDecided(answer.status)
  }
  if (user === undefined) return null
  return (
    <Panel title="Did you start this login yourself?" isPadded>
      <p>
        Allow it only if you started it, and if your terminal shows this code. Whoever has the token acts as you, within
        its scopes.
      </p>
      <dl className="facts hub-outcomes">
        <Asked name="Code" value={login.userCode} />
        <Asked name="Program" value={login.label === '' ? 'Did not say' : login.label} />
        <Asked name="From" value={login.address} />
        <Asked name="User" value={`@${user.handle}`} />
        <Asked name="Valid until" value={day(login.expiresAt)} />
      </dl>
      <ScopeChoice user={user} scopes={scopes} onChange={setScopes} offered={login.scopes} />
      <label className="field">
        <span className="label">Token expires after</span>
        <select className="input" value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {LIFETIMES.map(([number, label]) => (
            <option key={number} value={number}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {decide.problem === undefined ? null : <ProblemNotice problem={decide.problem} />}
      <div className="row">
        <Button
          look="main"
          busy={running === 'approve' ? 'Allowing…' : undefined}
          disabled={running !== undefined || scopes.size === 0}
          onClick={() => void run('approve')}
        >
          Allow
        </Button>
        <Button
          look="danger"
          busy={running === 'deny' ? 'Refusing…' : undefined}
          disabled={running !== undefined}
          onClick={() => void run('deny')}
        >
          Refuse
        </Button>
        <Button onClick={onCancel}>Other code</Button>
      </div>
    </Panel>
  )
}

function Asked({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="mono break">{value}</dd>
    </div>
  )
}
