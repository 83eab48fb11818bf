import type { SessionView } from '../../../../packages/hub/src/routes/views.js'
import { Button } from '../../parts/button.js'
import { count } from '../../parts/format.js'
import { Icon, type IconName, Mark } from '../../parts/icon.js'
import { Link } from '../../router/link.js'
import type { HubPage } from '../router/route.js'
import { useAction } from '../server/action.js'
import { useAnswer } from '../server/answers.js'
import { noteSession } from '../server/connection.js'

interface Entry {
  readonly to: string
  readonly label: string
  readonly icon: IconName
  readonly pages: readonly HubPage[]
  readonly isFor: (user: SessionView['user']) => boolean
}

const ENTRIES: readonly Entry[] = [
  { to: '/', label: 'Skills', icon: 'skills', pages: ['catalogue', 'skill'], isFor: () => true },
  {
    to: '/moderation',
    label: 'Moderation',
    icon: 'alert',
    pages: ['moderation'],
    isFor: (user) => user?.mayModerate === true,
  },
  { to: '/owners', label: 'Owners', icon: 'activity', pages: ['owners'], isFor: (user) => user?.mayPublish === true },
  { to: '/tokens', label: 'Tokens', icon: 'tools', pages: ['tokens'], isFor: (user) => user !== null },
  {
    to: '/admin',
    label: 'Admin',
    icon: 'overview',
    pages: ['admin'],
    isFor: (user) => user?.mayAdminister === true,
  },
  { to: '/sign-in', label: 'Sign in', icon: 'arrow', pages: ['sign-in'], isFor: (user) => user === null },
]

interface RailProps {
  readonly page: HubPage
  readonly session: SessionView | undefined
}

export function Rail({ page, session }: RailProps) {
  const user = session?.user ?? null
  const waiting = useAnswer('GET /api/hub/v1/moderation', user?.mayModerate === true ? {} : undefined).value?.waiting
  return (
    <header className="rail">
      <Link to="/" className="brand">
        <Mark />
        {session?.hub.name ?? '\u00a0'}
      </Link>
      <nav className="nav" aria-label="Pages">
        {ENTRIES.filter(({ isFor }) => session !== undefined && isFor(user)).map(({ to, label, icon, pages }) => (
          <Link key={to} to={to} aria-current={pages.includes(page) ? 'page' : undefined}>
            <Icon name={icon} />
            {label}
            {to === '/moderation' && waiting !== undefined && waiting.length > 0 ? (
              <span className="nav-count">
                {count(waiting.length)}
                <span className="visually-hidden"> waiting</span>
              </span>
            ) : null}
          </Link>
        ))}
      </nav>
      <div className="rail-foot hub-foot">
        {user === null ? (
          <a href="/openapi.json">API document</a>
        ) : (
          <>
            <span className="break">
              Signed in as <strong>@{user.handle}</strong>
            </span>
            <SignOut />
            <a href="/openapi.json">API document</a>
          </>
        )}
      </div>
    </header>
  )
}

function SignOut() {
  const signOut = useAction('DELETE /api/hub/v1/session')
  const run = () => {
    noteSession(false)
    void signOut.run({}, 'Signed out')
  }
  return (
    <Button busy={signOut.isRunning ? 'Signing out…' : undefined} onClick={run}>
      Sign out
    </Button>
  )
}
