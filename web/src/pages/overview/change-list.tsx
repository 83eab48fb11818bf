import type { ChangeView, OverviewView } from '@api/overview.js'
import { ago, plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'

interface ChangeListProps {
  readonly changes: OverviewView['changes']
  readonly lastVisit: string | null
}

export function ChangeList({ changes, lastVisit }: ChangeListProps) {
  const note = lastVisit === null ? undefined : `Your last visit: ${ago(lastVisit, Date.now())}`
  return (
    <Panel title="Since your last visit" note={note}>
      {changes.entries.length === 0 ? (
        <p className="panel-note">{lastVisit === null ? 'This is your first visit.' : 'No skill changed.'}</p>
      ) : (
        <ul className="rows">
          {changes.entries.map((change) => (
            <li key={change.skill} className="row-apart rows-line">
              {change.now === 'absent' ? (
                <span className="mono break">{change.skill}</span>
              ) : (
                <Link className="mono break" to={skillPath(change.skill)}>
                  {change.skill}
                </Link>
              )}
              <span className="soft">{describeChange(change)}</span>
            </li>
          ))}
        </ul>
      )}
      {changes.left === 0 ? null : <p className="panel-note">{plural(changes.left, 'more change')}</p>}
    </Panel>
  )
}

function describeChange({ was, now }: ChangeView): string {
  if (was === 'absent') return now === 'eligible' ? 'new' : 'new, ineligible'
  if (now === 'absent') return 'removed'
  if (was === now) return 'edited'
  return now === 'eligible' ? 'now eligible' : 'no longer eligible'
}
