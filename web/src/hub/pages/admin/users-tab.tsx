import { type FormEvent, useState } from 'react'
import { Button } from '../../../parts/button.js'
import { Dialog } from '../../../parts/dialog.js'
import { day, plural } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { ProblemNotice, Show } from '../../../parts/waiting.js'
import { MadeToken } from '../../parts/made-token.js'
import { ScopeChoice } from '../../parts/scopes.js'
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
          <Panel title={plural(all.length, 'user')} note="Newest first">
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
      <span className="row">
        <strong className="mono break">@{user.handle}</strong>
        <span className="break">{user.displayName}</span>
        {isSelf ? <span className="badge badge-accent">You</span> : null}
        {user.disabledAt === null ? (
          <span className="soft small">since {day(user.createdAt)}</span>
        ) : (
          <span className="badge badge-bad">Disabled {day(user.disabledAt)}</span>
        )}
      </span>
      {user.disabledAt !== null ? null : (
        <span className="row">
          <Button onClick={() => setDialog('token')} aria-label={`Make a token for ${user.handle}`}>
            Make a token
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

interface UserDialogProps {
  readonly handle: string
  readonly onClose: () => void
}

function TokenFor({ handle, onClose }: UserDialogProps) {
  const user = useUser()
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(['publish']))
  const [token, setToken] = useState<string>()
  const make = useAction('POST /api/hub/v1/tokens')
  const run = async () => {
    const input = { name: 'first token', scopes: [...scopes], days: 365, user: handle }
    setToken((await make.run(input, `Made a token for @${handle}`))?.token)
  }
  return (
    <Dialog title={`Token for @${handle}`} onClose={onClose}>
      {token !== undefined ? (
        <MadeToken token={token} title={`A token of @${handle}, for a year`} />
      ) : (
        <>
          {user === undefined ? null : <ScopeChoice user={user} scopes={scopes} onChange={setScopes} />}
          {make.problem === undefined ? null : <ProblemNotice problem={make.problem} />}
          <div className="row">
            <Button
              look="main"
              busy={make.isRunning ? 'Making…' : undefined}
              disabled={scopes.size === 0}
              onClick={() => void run()}
            >
              Make the token
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function Disable({ handle, onClose }: UserDialogProps) {
  const disable = useAction('DELETE /api/hub/v1/users/:handle')
  const run = async () => {
    if ((await disable.run({ handle }, `Disabled @${handle}`)) !== undefined) onClose()
  }
  return (
    <Dialog title={`Disable @${handle}?`} onClose={onClose}>
      <p>All tokens and sessions of @{handle} end at once. Published skills stay. Pages cannot undo it.</p>
      {disable.problem === undefined ? null : <ProblemNotice problem={disable.problem} />}
      <div className="row">
        <Button look="danger" busy={disable.isRunning ? 'Disabling…' : undefined} onClick={() => void run()}>
          Disable
        </Button>
        <Button onClick={onClose}>Keep</Button>
      </div>
    </Dialog>
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
        <div className="field">
          <label htmlFor="user-handle">Handle</label>
          <input
            id="user-handle"
            className="input mono"
            required
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            value={handle}
            aria-describedby="user-handle-note"
            onChange={(event) => setHandle(event.target.value)}
          />
          <p className="field-note" id="user-handle-note">
            Lower-case letters, digits, dots, hyphens. Skills are published as @handle/name.
          </p>
        </div>
        <div className="field">
          <label htmlFor="user-name">Name</label>
          <input
            id="user-name"
            className="input"
            maxLength={200}
            autoComplete="off"
            value={displayName}
            onChange={(event) => setDisplayName(event.target.value)}
          />
        </div>
        {create.problem === undefined ? null : <ProblemNotice problem={create.problem} />}
        <div className="row">
          <Button look="main" type="submit" busy={create.isRunning ? 'Creating…' : undefined}>
            Create the user
          </Button>
        </div>
      </form>
      {made === undefined ? null : <TokenFor key={made} handle={made} onClose={() => setMade(undefined)} />}
    </Panel>
  )
}
