import { count } from '../parts/format.js'
import { Icon, type IconName, Mark } from '../parts/icon.js'
import { Link } from '../router/link.js'
import type { PageName } from '../router/route.js'
import { useAnswer } from '../server/answers.js'
import { type Connection, useConnection } from '../server/live.js'

interface Entry {
  readonly to: string
  readonly label: string
  readonly icon: IconName
  readonly pages: readonly PageName[]
}

const ENTRIES: readonly Entry[] = [
  { to: '/', label: 'Overview', icon: 'overview', pages: ['overview'] },
  { to: '/skills', label: 'Skills', icon: 'skills', pages: ['skills', 'skill'] },
  { to: '/routing', label: 'Routing', icon: 'routing', pages: ['routing'] },
  { to: '/tools', label: 'Tools', icon: 'tools', pages: ['tools'] },
  { to: '/install', label: 'Install', icon: 'install', pages: ['install'] },
  { to: '/activity', label: 'Activity', icon: 'activity', pages: ['activity'] },
]

const CONNECTIONS: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting…',
  live: 'Live',
  regained: 'Live',
  lost: 'No server',
}

interface RailProps {
  readonly page: PageName
  readonly openHelp: () => void
}

export function Rail({ page, openHelp }: RailProps) {
  const place = useAnswer('GET /api/place', {}).value
  const connection = useConnection()
  return (
    <header className="rail">
      <Link to="/" className="brand">
        <Mark />
        Metier
      </Link>
      <p className="place mono" title="The project's directory">
        {place?.workdir ?? '\u00a0'}
        {place?.set == null ? '' : ` · set ${place.set}`}
      </p>
      <nav className="nav" aria-label="Pages">
        {ENTRIES.map(({ to, label, icon, pages }) => (
          <Link key={to} to={to} aria-current={pages.includes(page) ? 'page' : undefined}>
            <Icon name={icon} />
            {label}
            {label === 'Skills' && place !== undefined ? <span className="nav-count">{count(place.total)}</span> : null}
          </Link>
        ))}
      </nav>
      <div className="rail-foot">
        <span className={`live live-${connection}`}>{CONNECTIONS[connection]}</span>
        <button type="button" className="link-button" onClick={openHelp}>
          Keyboard shortcuts <kbd>?</kbd>
        </button>
      </div>
    </header>
  )
}
