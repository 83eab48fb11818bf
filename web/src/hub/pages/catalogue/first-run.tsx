import type { ReactNode } from 'react'
import { Command } from '../../../parts/copy.js'
import { Panel } from '../../../parts/panel.js'
import { Link } from '../../../router/link.js'
import { useSession } from '../../server/session.js'

/** What an empty hub says: the first steps of those who may publish, and what others can do. */
export function FirstRun() {
  const { user } = useSession()
  if (user === null) return <ForVisitors />
  return user.mayPublish ? <ForPublishers mayAdminister={user.mayAdminister} handle={user.handle} /> : <ForReaders />
}

function ForVisitors() {
  const { hub } = useSession()
  return (
    <Panel title="No public skills yet" isPadded>
      <p>
        Members of {hub.name} may have private skills here. <Link to="/sign-in">Sign in</Link> with your token to see
        them, or log in from a terminal:
      </p>
      <Command text={`metier login ${hub.url}`} />
      <p className="soft">No token yet? Ask an administrator of this hub for one.</p>
    </Panel>
  )
}

function ForReaders() {
  return (
    <Panel title="No skills yet" isPadded>
      <p>Your token does not allow publishing. Ask an administrator for one with the scope publish.</p>
    </Panel>
  )
}

function ForPublishers({ mayAdminister, handle }: { readonly mayAdminister: boolean; readonly handle: string }) {
  const { hub } = useSession()
  return (
    <Panel title="Publish the first skill" note="Nothing is published yet" isPadded>
      <ol className="hub-steps">
        <Step title="1. Log in on your machine">
          <Command text={`metier login ${hub.url}`} />
          <p className="soft small">
            It asks for a token: <Link to="/tokens">create one</Link> with the scope publish. Or press Enter, and{' '}
            <Link to="/device">confirm the code</Link> that it shows.
          </p>
        </Step>
        <Step title="2. Publish a directory with skills">
          <Command text={`metier publish skills --to ${hub.url}`} />
          <p className="soft small">
            Each skill is a directory with a SKILL.md that states a version. The hub scans it: clean ones are listed at
            once, warnings wait for a moderator.
          </p>
        </Step>
        <Step title="3. Let a colleague install it">
          {mayAdminister ? (
            <p>
              <Link to="/admin?tab=users">Create a user</Link> with a token, and send both to your colleague, who runs:
            </p>
          ) : (
            <p>An administrator creates a user and a token for your colleague, who runs:</p>
          )}
          <Command text={`metier login ${hub.url}`} />
          <Command text={`metier trust clawhub+${hub.url}`} />
          <Command text={`metier install @${handle}/SKILL --from clawhub+${hub.url}`} />
        </Step>
      </ol>
    </Panel>
  )
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li className="stack-tight">
      <h3>{title}</h3>
      {children}
    </li>
  )
}
