import { type FormEvent, useState } from 'react'
import type { OwnersView } from '../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../parts/button.js'
import { plural } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { Empty, ProblemNotice, Show } from '../../../parts/waiting.js'
import { Link } from '../../../router/link.js'
import { Confirm } from '../../parts/confirm.js'
import { Submit } from '../../parts/submit.js'
import { TextField } from '../../parts/text-field.js'
import { useAction } from '../../server/action.js'
import type { HubAnswer } from '../../server/answers.js'
import { useUser } from '../../server/session.js'

type Owner = OwnersView['owners'][number]
type Role = Owner['members'][number]['role']

interface OwnerListProps {
  readonly owners: HubAnswer<OwnersView>
}

/** Owners with their members, and a form for a new one. */
export function OwnerList({ owners }: OwnerListProps) {
  const user = useUser()
  return (
    <div className="columns columns-side">
      <Show answer={owners} lines={8}>
        {({ owners: all }) => (
          <Panel title={plural(all.length, 'owner')} note="Every user has one; teams have further ones">
            {all.length === 0 ? (
              <Empty title="No owners">
                <p>Create one for your team, or ask a member of one to add you.</p>
              </Empty>
            ) : (
              <ul className="rows">
                {all.map((owner) => (
                  <OwnerRow key={owner.handle} owner={owner} />
                ))}
              </ul>
            )}
          </Panel>
        )}
      </Show>
      {user?.mayPublish === true ? <NewOwner /> : null}
    </div>
  )
}

function OwnerRow({ owner }: { readonly owner: Owner }) {
  const user = useUser()
  const isPublisher = owner.members.some(({ handle, role }) => handle === user?.handle && role === 'publisher')
  const mayChange = user?.mayAdminister === true || (user?.mayPublish === true && isPublisher)
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
          <Member key={member.handle} owner={owner.handle} member={member} mayChange={mayChange} />
        ))}
        {owner.members.length === 0 ? <li className="soft">No members: only administrators publish for it.</li> : null}
      </ul>
      {mayChange ? (
        <details>
          <summary>Add a member to @{owner.handle}</summary>
          <AddMember owner={owner.handle} />
        </details>
      ) : null}
    </li>
  )
}

const ROLES: Readonly<Record<Role, string>> = {
  reader: 'reads its private skills',
  publisher: 'reads and publishes',
}

const SET_MEMBER = 'PUT /api/hub/v1/owners/:handle/members/:user'

interface MemberProps {
  readonly owner: string
  readonly member: Owner['members'][number]
  readonly mayChange: boolean
}

function Member({ owner, member: { handle, role }, mayChange }: MemberProps) {
  const [asked, setAsked] = useState<'role' | 'remove'>()
  const other = role === 'reader' ? 'publisher' : 'reader'
  const onClose = () => setAsked(undefined)
  return (
    <li className="row-apart">
      <span className="break">
        <span className="mono">@{handle}</span> <span className="soft">{ROLES[role]}</span>
      </span>
      {mayChange ? (
        <span className="row">
          <Button look="quiet" onClick={() => setAsked('role')} aria-label={`Make ${other}: @${handle} in @${owner}`}>
            Make {other}
          </Button>
          <Button look="quiet" onClick={() => setAsked('remove')} aria-label={`Remove @${handle} from @${owner}`}>
            Remove
          </Button>
        </span>
      ) : null}
      {asked === 'role' ? (
        <Confirm
          title={`Make @${handle} a ${other} of @${owner}?`}
          action={SET_MEMBER}
          input={{ handle: owner, user: handle, role: other }}
          label={`Make ${other}`}
          busy="Changing…"
          look="main"
          success={`@${handle} is now a ${other} of @${owner}`}
          onClose={onClose}
        >
          <p className="break">{describeRole(other, owner, handle)}</p>
        </Confirm>
      ) : null}
      {asked === 'remove' ? (
        <Confirm
          title={`Remove @${handle} from @${owner}?`}
          action={SET_MEMBER}
          input={{ handle: owner, user: handle, role: null }}
          label="Remove"
          busy="Removing…"
          success={`Removed @${handle} from @${owner}`}
          onClose={onClose}
        >
          <p className="break">
            @{handle} can no longer publish for @{owner} or read its private skills. What @{handle} published stays.
          </p>
        </Confirm>
      ) : null}
    </li>
  )
}

function describeRole(role: Role, owner: string, handle: string): string {
  return role === 'publisher'
    ? `@${handle} can then publish, change and delete skills of @${owner}, and change its members.`
    : `@${handle} can then read private skills of @${owner}, and no longer publish or change anything.`
}

function AddMember({ owner }: { readonly owner: string }) {
  const [user, setUser] = useState('')
  const [role, setRole] = useState<Role>('publisher')
  const add = useAction(SET_MEMBER)
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
        <TextField
          label="Handle"
          value={handle}
          onChange={setHandle}
          most={40}
          isRequired
          isMono
          note="For a team that publishes together. You become its first member."
        />
        <Submit action={create} busy="Creating…">
          Create the owner
        </Submit>
      </form>
    </Panel>
  )
}
