import type { InstallView } from '@api/installs.js'
import { Panel } from '../../parts/panel.js'
import { Link } from '../../router/link.js'
import { withParameters } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'

export const INSTALL_STATES: Readonly<Record<InstallView['state'], { readonly word: string; readonly tone: string }>> =
  {
    running: { word: 'Running', tone: 'accent' },
    waiting: { word: 'Waits for you', tone: 'warn' },
    installed: { word: 'Installed', tone: 'good' },
    current: { word: 'Up to date', tone: 'good' },
    refused: { word: 'Refused', tone: 'bad' },
    cancelled: { word: 'Cancelled', tone: 'soft' },
    undone: { word: 'Undone', tone: 'soft' },
  }

/** What was begun since the server started. */
export function Recent() {
  const installs = useAnswer('GET /api/installs', {}).value?.installs ?? []
  if (installs.length === 0) return null
  return (
    <Panel title="Since the server started">
      <ul className="rows">
        {installs.map(({ id, action, skill, source, state }) => (
          <li key={id} className="rows-line row-apart">
            <span className="row">
              <Link className="mono break" to={withParameters('/install', { install: id })}>
                {skill}
              </Link>
              <span className="soft break">
                {action === 'update' ? 'update from' : 'from'} {source}
              </span>
            </span>
            <span className={`badge badge-${INSTALL_STATES[state].tone}`}>{INSTALL_STATES[state].word}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
