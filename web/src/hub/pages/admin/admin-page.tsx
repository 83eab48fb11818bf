import { PageHead } from '../../../parts/panel.js'
import { Link } from '../../../router/link.js'
import { useParameter } from '../../../router/location.js'
import { withParameters } from '../../../router/route.js'
import { LogTab } from './log-tab.js'
import { OwnersTab } from './owners-tab.js'
import { StateTab } from './state-tab.js'
import { TokensTab } from './tokens-tab.js'
import { UsersTab } from './users-tab.js'

const TABS = [
  { id: '', title: 'State', Content: StateTab },
  { id: 'users', title: 'Users', Content: UsersTab },
  { id: 'owners', title: 'Owners', Content: OwnersTab },
  { id: 'tokens', title: 'Tokens', Content: TokensTab },
  { id: 'log', title: 'Log', Content: LogTab },
] as const

export function AdminPage() {
  const [tab] = useParameter('tab')
  const current = TABS.find(({ id }) => id === tab) ?? TABS[0]
  const { Content } = current
  return (
    <>
      <PageHead title="Administration" />
      <nav className="tabs" aria-label="Parts of the administration">
        {TABS.map(({ id, title }) => (
          <Link
            key={id}
            to={withParameters('/admin', { tab: id })}
            aria-current={id === current.id ? 'true' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <Content />
    </>
  )
}
