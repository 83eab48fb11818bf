import { type FormEvent, useId, useState } from 'react'
import { useAction } from '../server/action.js'
import { useUser } from '../server/session.js'
import { ScopeChoice } from './scopes.js'
import { Submit } from './submit.js'
import { TextField } from './text-field.js'

const LIFETIMES = [
  { days: '30', label: '30 days' },
  { days: '90', label: '90 days' },
  { days: '365', label: '1 year' },
  { days: '', label: 'No expiry' },
] as const

export interface MadeTokenView {
  readonly name: string
  readonly token: string
}

interface TokenFormProps {
  /** Whose token it will be; one's own without it. */
  readonly handle?: string
  readonly scope: 'read' | 'publish'
  readonly onMade: (made: MadeTokenView) => void
}

/** What a new token is called, may do, and how long. */
export function TokenForm({ handle, scope, onMade }: TokenFormProps) {
  const user = useUser()
  const lifetimeId = useId()
  const [name, setName] = useState('')
  const [days, setDays] = useState('90')
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set([scope]))
  const make = useAction('POST /api/hub/v1/tokens')
  if (user === undefined) return null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const lifetime = days === '' ? undefined : Number(days)
    const input = { name: name.trim(), scopes: [...scopes], days: lifetime, user: handle }
    const answer = await make.run(input, `Created ${name.trim()}`)
    if (answer === undefined) return
    onMade({ name: name.trim(), token: answer.token })
    setName('')
  }
  return (
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
        <label htmlFor={lifetimeId}>Expires after</label>
        <select id={lifetimeId} className="input" value={days} onChange={(event) => setDays(event.target.value)}>
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
  )
}
