import { type FormEvent, useState } from 'react'
import type { OwnersView } from '../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../parts/button.js'
import { plural } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { ProblemNotice, Show } from '../../../parts/waiting.js'
import { Link } from '../../../router/link.js'
import { useAction } from '../../server/action.js'
import { useAnswer } from '../../server/answers.js'

type Owner = OwnersView['owners'][number]
type Role = Owner['members'][number]['role']

export function OwnersTab() {
  const owners = useAnswer('GET /api/hub/v1/owners', { all: 1 })
  return (
    <div className="columns columns-side">
      <Show answer={owners} lines={8}>
        {({ owners: all }) => (
          <Panel title={plural(all.length, 'owner')} note="Every user has one; teams have further ones">
            <ul className="rows">
              {all.map((owner) => (
                <OwnerRow key={owner.handle} owner={owner} />
              ))}
            </ul>
          </Panel>
        )}
      </Show>
      <NewOwner />
    </div>
  )
}

function OwnerRow({ owner }: { readonly owner: Owner }) {
  return (
    <li className="rows-line stack">
      <div className="row">
        <Link className="mono strong break" to={`/?owner=${encodeURIComponent(owner.handle)}`}>
          @{owner.handle}
        </Link>
        <span className="soft">{plural(owner.skills, 'skill')}</span>
      </div>
      <ul className="rows-tight">
        {owner.members.map((member) => (
          <Member key={member.handle} owner={owner.handle} handle={member.handle} role={member.role} />
        ))}
        {owner.members.length === 0 ? <li className="soft">No members: only administrators publish for it.</li> : null}
      </ul>
      <details>
        <summary>Add a member to @{owner.handle}</summary>
        <AddMember owner={owner.handle} />
      </details>
    </li>
  )
}

const ROLES: Readonly<Record<Role, string>> = {
  reader: 'reads its private skills',
  publisher: 'reads and publishes',
}

function Member({ owner, handle, role }: { readonly owner: string; readonly handle: string; readonly role: Role }) {
  const change = useAction('PUT /api/hub/v1/owners/:handle/members/:user')
  const other = role === 'reader' ? 'publisher' : 'reader'
  const set = (next: Role | null, done: string) => void change.run({ handle: owner, user: handle, role: next }, done)
  return (
    <li className="row-apart">
      <span className="break">
        <span className="mono">@{handle}</span> <span className="soft">{ROLES[role]}</span>
      </span>
      <span className="row">
        <Button
          look="quiet"
          busy={change.isRunning ? 'Changing…' : undefined}
          onClick={() => set(other, `@${handle} is now a ${other} of @${owner}`)}
          aria-label={`Make ${other}: @${handle} in @${owner}`}
        >
          Make {other}
        </Button>
        <Button
          look="quiet"
          disabled={change.isRunning}
          onClick={() => set(null, `Removed @${handle} from @${owner}`)}
          aria-label={`Remove @${handle} from @${owner}`}
        >
          Remove
        </Button>
      </span>
      {change.problem === undefined ? null : <ProblemNotice problem={change.problem} />}
    </li>
  )
}

function AddMember({ owner }: { readonly owner: string }) {
  const [user, setUser] = useState('')
  const [role, setRole] = useState<Role>('publisher')
  const add = useAction('PUT /api/hub/v1/owners/:handle/members/:user')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const done = `@${user.trim()} is now a ${role} of @${owner}`
    if ((await add.run({ handle: owner, user: user.trim(), role }, done)) !== undefined) setUser('')
  }
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <div className="row">
        <input
          className="input mono hub-short"
          aria-label={`Handle of a new member of @${owner}`}
          placeholder="handle"
          required
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          value={user}
          onChange={(event) => setUser(event.target.value)}
        />
        <select
          className="input hub-short"
          aria-label={`Role in @${owner}`}
          value={role}
          onChange={(event) => setRole(event.target.value === 'reader' ? 'reader' : 'publisher')}
        >
          <option value="publisher">publisher</option>
          <option value="reader">reader</option>
        </select>
        <Button type="submit" busy={add.isRunning ? 'Adding…' : undefined}>
          Add
        </Button>
      </div>
      {add.problem === undefined ? null : <ProblemNotice problem={add.problem} />}
    </form>
  )
}

function NewOwner() {
  const [handle, setHandle] = useState('')
  const create = useAction('POST /api/hub/v1/owners')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if ((await create.run({ handle: handle.trim() }, `Created @${handle.trim()}`)) !== undefined) setHandle('')
  }
  return (
    <Panel title="New owner" isPadded>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="owner-handle">Handle</label>
          <input
            id="owner-handle"
            className="input mono"
            required
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            value={handle}
            aria-describedby="owner-handle-note"
            onChange={(event) => setHandle(event.target.value)}
          />
          <p className="field-note" id="owner-handle-note">
            For a team that publishes together. You become its first member.
          </p>
        </div>
        {create.problem === undefined ? null : <ProblemNotice problem={create.problem} />}
        <div className="row">
          <Button look="main" type="submit" busy={create.isRunning ? 'Creating…' : undefined}>
            Create the owner
          </Button>
        </div>
      </form>
    </Panel>
  )
}
