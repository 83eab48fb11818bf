import { type FormEvent, useState } from 'react'
import { Button } from '../../../parts/button.js'
import { Panel } from '../../../parts/panel.js'
import { ProblemNotice } from '../../../parts/waiting.js'
import { MadeToken } from '../../parts/made-token.js'
import { ScopeChoice } from '../../parts/scopes.js'
import { useAction } from '../../server/action.js'
import { useUser } from '../../server/session.js'

const LIFETIMES = [
  { days: '30', label: '30 days' },
  { days: '90', label: '90 days' },
  { days: '365', label: 'A year' },
  { days: '', label: 'No end' },
] as const

export function NewToken() {
  const user = useUser()
  const [name, setName] = useState('')
  const [days, setDays] = useState('90')
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(['read']))
  const [made, setMade] = useState<{ readonly name: string; readonly token: string }>()
  const make = useAction('POST /api/hub/v1/tokens')
  if (user === undefined) return null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const input = { name: name.trim(), scopes: [...scopes], days: days === '' ? undefined : Number(days) }
    const answer = await make.run(input, `Made ${name.trim()}`)
    if (answer === undefined) return
    setMade({ name: name.trim(), token: answer.token })
    setName('')
  }
  return (
    <Panel title="New token" isPadded>
      {made === undefined ? null : <MadeToken key={made.token} token={made.token} title={`Your token ${made.name}`} />}
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="token-name">Name</label>
          <input
            id="token-name"
            className="input"
            required
            maxLength={100}
            autoComplete="off"
            value={name}
            aria-describedby="token-name-note"
            onChange={(event) => setName(event.target.value)}
          />
          <p className="field-note" id="token-name-note">
            Where it is used, such as “laptop” or “release job”.
          </p>
        </div>
        <ScopeChoice user={user} scopes={scopes} onChange={setScopes} />
        <div className="field">
          <label htmlFor="token-days">Works for</label>
          <select id="token-days" className="input" value={days} onChange={(event) => setDays(event.target.value)}>
            {LIFETIMES.map((lifetime) => (
              <option key={lifetime.days} value={lifetime.days}>
                {lifetime.label}
              </option>
            ))}
          </select>
        </div>
        {scopes.size === 0 ? <p className="field-fault">Choose at least one scope.</p> : null}
        {make.problem === undefined ? null : <ProblemNotice problem={make.problem} />}
        <div className="row">
          <Button look="main" type="submit" busy={make.isRunning ? 'Making…' : undefined} disabled={scopes.size === 0}>
            Make the token
          </Button>
        </div>
      </form>
    </Panel>
  )
}
