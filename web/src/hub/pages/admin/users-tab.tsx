import { type FormEvent, useState } from 'react'
import { Button } from '../../../parts/button.js'
import { Dialog } from '../../../parts/dialog.js'
import { ago, day, plural } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { Show } from '../../../parts/waiting.js'
import { Confirm } from '../../parts/confirm.js'
import { MadeToken } from '../../parts/made-token.js'
import { Submit } from '../../parts/submit.js'
import { TextField } from '../../parts/text-field.js'
import { type MadeTokenView, TokenForm } from '../../parts/token-form.js'
import { useAction } from '../../server/action.js'
import { useAnswer } from '../../server/answers.js'
import type { HubUser } from '../../server/api.js'
import { useUser } from '../../server/session.js'

export function UsersTab() {
  const users = useAnswer('GET /api/hub/v1/users', {})
  return (
    <div className="columns columns-side">
      <Show answer={users} lines={8}>
        {({ users: all }) => (
          <Panel title={plural(all.length, 'user')} note="The role follows from the scopes of their tokens">
            <ul className="rows">
              {all.map((user) => (
                <UserRow key={user.handle} user={user} />
              ))}
            </ul>
          </Panel>
        )}
      </Show>
      <NewUser />
    </div>
  )
}

function UserRow({ user }: { readonly user: HubUser }) {
  const [dialog, setDialog] = useState<'token' | 'disable'>()
  const isSelf = useUser()?.handle === user.handle
  return (
    <li className="rows-line row-apart">
      <div className="stack-tight hub-setting">
        <span className="row">
          <strong className="mono break">@{user.handle}</strong>
          <span className="break">{user.displayName}</span>
          {isSelf ? <span className="badge badge-accent">You</span> : null}
          {user.disabledAt === null ? (
            <span className="badge">{roleOf(user)}</span>
          ) : (
            <span className="badge badge-bad">Disabled</span>
          )}
        </span>
        <span className="soft small">
          {user.disabledAt === null
            ? `${plural(user.tokens, 'token')} in use · ${user.lastUsedAt === null ? 'never seen' : `last seen ${ago(user.lastUsedAt, Date.now())}`} · created ${day(user.createdAt)}`
            : `Disabled ${day(user.disabledAt)}`}
        </span>
      </div>
      {user.disabledAt !== null ? null : (
        <span className="row">
          <Button onClick={() => setDialog('token')} aria-label={`Create a token for ${user.handle}`}>
            Create a token
          </Button>
          {isSelf ? null : (
            <Button look="danger" onClick={() => setDialog('disable')} aria-label={`Disable ${user.handle}`}>
              Disable
            </Button>
          )}
        </span>
      )}
      {dialog === 'token' ? <TokenFor handle={user.handle} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'disable' ? <Disable handle={user.handle} onClose={() => setDialog(undefined)} /> : null}
    </li>
  )
}

/** The strongest thing that a token of the user allows. */
function roleOf({ scopes }: HubUser): string {
  if (scopes.includes('admin')) return 'Administrator'
  const roles = [scopes.includes('moderate') ? 'Moderator' : '', scopes.includes('publish') ? 'Publisher' : '']
  const named = roles.filter((role) => role !== '').join(', ')
  return named === '' ? (scopes.includes('read') ? 'Reader' : 'No token') : named
}

interface UserDialogProps {
  readonly handle: string
  readonly onClose: () => void
}

function TokenFor({ handle, onClose }: UserDialogProps) {
  const [made, setMade] = useState<MadeTokenView>()
  return (
    <Dialog title={`Token for @${handle}`} onClose={onClose}>
      {made === undefined ? (
        <TokenForm handle={handle} scope="publish" onMade={setMade} />
      ) : (
        <MadeToken token={made.token} title={`Token ${made.name} of @${handle}`} />
      )}
    </Dialog>
  )
}

function Disable({ handle, onClose }: UserDialogProps) {
  return (
    <Confirm
      title={`Disable @${handle}?`}
      action="DELETE /api/hub/v1/users/:handle"
      input={{ handle }}
      label="Disable"
      busy="Disabling…"
      success={`Disabled @${handle}`}
      onClose={onClose}
    >
      <p className="break">
        All tokens and sessions of @{handle} end at once. Published skills and memberships stay.{' '}
        <strong>You cannot undo this.</strong>
      </p>
    </Confirm>
  )
}

/** Creates a user with an owner of the same handle; a token is the next step. */
function NewUser() {
  const [handle, setHandle] = useState('')
  const [displayName, setDisplayName] = useState('')
  const [made, setMade] = useState<string>()
  const create = useAction('POST /api/hub/v1/users')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const user = await create.run(
      { handle: handle.trim(), displayName: displayName.trim() },
      `Created @${handle.trim()}`,
    )
    if (user === undefined) return
    setMade(user.handle)
    setHandle('')
    setDisplayName('')
  }
  return (
    <Panel title="New user" isPadded>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Handle"
          value={handle}
          onChange={setHandle}
          most={40}
          isRequired
          isMono
          note="Up to 40 lower-case letters, digits, dots, hyphens and underscores. Skills are published as @handle/name."
        />
        <TextField label="Name" value={displayName} onChange={setDisplayName} most={200} />
        <Submit action={create} busy="Creating…">
          Create the user
        </Submit>
      </form>
      {made === undefined ? null : <TokenFor key={made} handle={made} onClose={() => setMade(undefined)} />}
    </Panel>
  )
}
