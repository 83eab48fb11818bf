import type { ActivityEvent } from '@api/activity.js'
import { useEffect, useState } from 'react'
import { Columns } from '../../parts/chart/columns.js'
import { clock, milliseconds, plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Empty } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'
import { countByMinute } from './timeline.js'

const MINUTES = 30
const SHOWN = 100
const OUTCOMES = {
  succeeded: { word: 'succeeded', tone: 'good' },
  failed: { word: 'failed', tone: 'bad' },
  refused: { word: 'refused', tone: 'warn' },
} as const
const KINDS = { activated: 'Activated', called: 'Called', offered: 'Offered' } as const
const PLACES = { mcp: 'MCP', page: 'Page' } as const

/** Offers come with every request of a client; they are counted below and would bury the calls here. */
export function LiveEvents({ events: all }: { readonly events: readonly ActivityEvent[] }) {
  const events = all.filter(({ kind }) => kind !== 'offered')
  const now = useNow()
  const counts = countByMinute(events, now, MINUTES)
  const total = counts.reduce((sum, { good, bad }) => sum + good + bad, 0)
  return (
    <Panel title="Live" note={`${plural(total, 'event')} in the last ${MINUTES} minutes`}>
      <div className="panel-body">
        <Columns counts={counts} label={`Calls and activations by minute, ${total} in the last ${MINUTES} minutes`} />
        <p className="chart-foot small soft">
          <span>{MINUTES} minutes ago</span>
          <span className="chart-legend">
            <span>
              <span className="accent-text">■</span> went well
            </span>
            <span>
              <span className="bad">■</span> failed or refused
            </span>
          </span>
          <span>now</span>
        </p>
      </div>
      {events.length === 0 ? (
        <Empty title="Nothing has happened since the server started">
          <p>
            Calls of MCP clients and of the <Link to="/tools">tools playground</Link> appear here as they happen.
          </p>
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section className="events" tabIndex={0} aria-label="Events, latest first">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">What</th>
                <th scope="col">Skill or tool</th>
                <th scope="col">Outcome</th>
                <th scope="col" className="number">
                  Took
                </th>
                <th scope="col">From</th>
              </tr>
            </thead>
            <tbody>
              {events.slice(0, SHOWN).map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  )
}

function EventRow({ event }: { readonly event: ActivityEvent }) {
  const outcome = event.outcome === null ? undefined : OUTCOMES[event.outcome]
  return (
    <tr>
      <td className="soft nowrap">{clock(event.time)}</td>
      <td className="nowrap">
        {KINDS[event.kind]}
        {event.count === 1 ? '' : ` × ${event.count}`}
      </td>
      <td className="mono">
        <span className="nowrap">{event.tool}</span>
        {event.tool !== null && event.skill !== null ? ' · ' : ''}
        {event.skill === null ? null : (
          <Link className="nowrap" to={skillPath(event.skill)}>
            {event.skill}
          </Link>
        )}
      </td>
      <td className={outcome?.tone ?? 'soft'}>{outcome?.word ?? '–'}</td>
      <td className="number soft nowrap">{event.milliseconds === null ? '–' : milliseconds(event.milliseconds)}</td>
      <td className="soft nowrap">{PLACES[event.from]}</td>
    </tr>
  )
}

/** The time, often enough for a chart by minutes. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000)
    return () => clearInterval(timer)
  }, [])
  return now
}
