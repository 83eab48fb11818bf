import { type FormEvent, useState } from 'react'
import { Panel } from '../../../parts/panel.js'
import { MadeToken } from '../../parts/made-token.js'
import { ScopeChoice } from '../../parts/scopes.js'
import { Submit } from '../../parts/submit.js'
import { TextField } from '../../parts/text-field.js'
import { useAction } from '../../server/action.js'
import { useUser } from '../../server/session.js'

const LIFETIMES = [
  { days: '30', label: '30 days' },
  { days: '90', label: '90 days' },
  { days: '365', label: '1 year' },
  { days: '', label: 'No expiry' },
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
    const answer = await make.run(input, `Created ${name.trim()}`)
    if (answer === undefined) return
    setMade({ name: name.trim(), token: answer.token })
    setName('')
  }
  return (
    <Panel title="New token" isPadded>
      {made === undefined ? null : <MadeToken key={made.token} token={made.token} title={`Token ${made.name}`} />}
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          most={100}
          isRequired
          note="Where it is used, such as “laptop” or “release job”."
        />
        <ScopeChoice user={user} scopes={scopes} onChange={setScopes} />
        <div className="field">
          <label htmlFor="token-days">Expires after</label>
          <select id="token-days" className="input" value={days} onChange={(event) => setDays(event.target.value)}>
            {LIFETIMES.map((lifetime) => (
              <option key={lifetime.days} value={lifetime.days}>
                {lifetime.label}
              </option>
            ))}
          </select>
        </div>
        {scopes.size === 0 ? <p className="field-fault">Choose at least one scope.</p> : null}
        <Submit action={make} busy="Creating…" disabled={scopes.size === 0}>
          Create the token
        </Submit>
      </form>
    </Panel>
  )
}
