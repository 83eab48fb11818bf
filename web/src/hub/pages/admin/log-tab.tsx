import { useCallback, useEffect, useState } from 'react'
import type { LogCheckView } from '../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../parts/button.js'
import { Command } from '../../../parts/copy.js'
import { day, plural, shortDigest } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { ProblemNotice, Show } from '../../../parts/waiting.js'
import { Link } from '../../../router/link.js'
import { useParameter } from '../../../router/location.js'
import { withParameters } from '../../../router/route.js'
import { useAnswer } from '../../server/answers.js'
import type { HubLogEntry } from '../../server/api.js'
import { ask, type HubOutcome } from '../../server/client.js'

const PAGE_SIZE = 100

/** Every write, newest first, and whether the chain holds. */
export function LogTab() {
  const [before] = useParameter('before')
  const log = useAnswer('GET /api/hub/v1/log', before === '' ? {} : { before: Number(before) }, { keepsOld: true })
  return (
    <div className="stack-large">
      <ChainCheck newest={log.value?.entries[0]?.number} />
      <Show answer={log} lines={18}>
        {({ entries }) => (
          <Panel title="Entries" note="Newest first">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
            <section className="table-scroll" aria-label="Entries of the log" tabIndex={0}>
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">Number</th>
                    <th scope="col">When</th>
                    <th scope="col">Who</th>
                    <th scope="col">What</th>
                    <th scope="col">Subject</th>
                    <th scope="col">Details</th>
                    <th scope="col">Hash</th>
                  </tr>
                </thead>
                <tbody>
                  {entries.map((entry) => (
                    <LogRow key={entry.number} entry={entry} />
                  ))}
                </tbody>
              </table>
            </section>
            <LogPages entries={entries} isFirst={before === ''} />
          </Panel>
        )}
      </Show>
    </div>
  )
}

const LONGEST = 200

function describe(details: HubLogEntry['details'], print: (text: string) => string): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? print(value) : JSON.stringify(value)}`)
    .join(', ')
}

/** Of a digest, the first characters are enough to compare by eye. */
function shorten(text: string): string {
  return /^[0-9a-f]{64}$/.test(text) ? `${shortDigest(text)}…` : text
}

function LogRow({ entry: { number, at, actor, action, subject, details, hash } }: { readonly entry: HubLogEntry }) {
  const text = describe(details, shorten)
  return (
    <tr>
      <td>{number}</td>
      <td className="nowrap">{day(at)}</td>
      <td className="mono">{actor}</td>
      <td className="mono nowrap">{action}</td>
      <td className="mono break log-subject">{subject}</td>
      <td className="break log-details" title={describe(details, String).slice(0, 1000)}>
        {text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}
      </td>
      <td className="mono small soft" title={hash}>
        {hash.slice(0, 8)}
      </td>
    </tr>
  )
}

function LogPages({ entries, isFirst }: { readonly entries: readonly HubLogEntry[]; readonly isFirst: boolean }) {
  const last = entries.at(-1)?.number ?? 1
  const hasMore = entries.length === PAGE_SIZE && last > 1
  if (isFirst && !hasMore) return null
  return (
    <nav className="row-apart panel-note" aria-label="Further entries">
      {isFirst ? <span /> : <Link to="/admin?tab=log">Newest entries</Link>}
      {hasMore ? (
        <Link to={withParameters('/admin', { tab: 'log', before: String(last) })}>Older entries</Link>
      ) : (
        <span>No older entries</span>
      )}
    </nav>
  )
}

/** A longer log is checked only when asked: the server reads all of it. */
const MOST_UNASKED = 20_000

/** Whether the chain holds: computed by the server when the page is opened, and on request. */
function ChainCheck({ newest }: { readonly newest: number | undefined }) {
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<HubOutcome<LogCheckView>>()
  const check = useCallback(async () => {
    setRunning(true)
    setOutcome(await ask('GET /api/hub/v1/log/check', {}))
    setRunning(false)
  }, [])
  const isShort = newest !== undefined && newest <= MOST_UNASKED
  useEffect(() => {
    if (isShort) void check()
  }, [isShort, check])
  return (
    <Panel
      title="Chain"
      actions={
        <Button busy={isRunning ? 'Checking…' : undefined} onClick={() => void check()}>
          Check the chain
        </Button>
      }
      isPadded
    >
      <p>Each entry contains the hash of the one before it, so a changed or missing entry breaks the chain.</p>
      <div role="status">
        {outcome === undefined ? (
          <p className="soft">{isRunning ? 'Checking…' : 'Not checked on this page yet.'}</p>
        ) : outcome.ok ? (
          <ChainState check={outcome.value} />
        ) : (
          <ProblemNotice problem={outcome.problem} />
        )}
      </div>
      <Command text="metier-hub audit-log verify" />
    </Panel>
  )
}

function ChainState({ check: { isWhole, entries, problem } }: { readonly check: LogCheckView }) {
  return isWhole ? (
    <p className="good">The chain holds: {plural(entries, 'entry', 'entries')} checked.</p>
  ) : (
    <p className="bad break">
      The chain is broken. {problem}. {plural(entries, 'entry', 'entries')} before it hold.
    </p>
  )
}
