import type { SummaryView } from '../../../../../packages/hub/src/routes/views.js'
import { Command, CopyButton } from '../../../parts/copy.js'
import { bytes, count, day, plural } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { Show } from '../../../parts/waiting.js'
import { Link } from '../../../router/link.js'
import { RescanPanel } from '../../parts/rescan-panel.js'
import { useAnswer } from '../../server/answers.js'

/** How the hub is doing: counts, scans and jobs, and the keys that sign. */
export function StateTab() {
  const summary = useAnswer('GET /api/hub/v1/summary', {})
  return (
    <div className="stack-large">
      <Show answer={summary} lines={10}>
        {(value) => (
          <>
            <Counts summary={value} />
            <RescanPanel />
            <Failures failures={value.failures} />
          </>
        )}
      </Show>
      <Keys />
    </div>
  )
}

function Counts({ summary: { counts, database } }: { readonly summary: SummaryView }) {
  const figures = [
    ['Skills', count(counts.skills), `${count(counts.privateSkills)} private`],
    ['Versions', count(counts.versions), 'published'],
    ['Users', count(counts.users), `${plural(counts.tokens, 'token')} in use`],
    ['Downloads', count(counts.downloads), 'of all skills'],
    ['Files', bytes(counts.bytes), `packed, on ${database}`],
  ] as const
  return (
    <Panel title="Counts">
      <dl className="figures">
        {figures.map(([name, figure, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className="figure">{figure}</span> <span className="soft small">{note}</span>
            </dd>
          </div>
        ))}
        <div>
          <dt>Waiting</dt>
          <dd>
            <span className="figure">{count(counts.pending)}</span>{' '}
            {counts.pending === 0 ? (
              <span className="soft small">nothing to decide</span>
            ) : (
              <Link className="small" to="/moderation">
                Decide
              </Link>
            )}
          </dd>
        </div>
      </dl>
    </Panel>
  )
}

function Failures({ failures }: Pick<SummaryView, 'failures'>) {
  if (failures.length === 0) return null
  return (
    <Panel title={plural(failures.length, 'failed job')} note="Newest first">
      <ul className="rows">
        {failures.map(({ id, kind, attempts, error }) => (
          <li key={id} className="rows-line break">
            <span className="mono">{kind}</span>{' '}
            <span className="soft">
              job {id}, {plural(attempts, 'attempt')}:
            </span>{' '}
            {error}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Keys() {
  const keys = useAnswer('GET /api/hub/v1/keys', {})
  return (
    <Show answer={keys} lines={4}>
      {({ keys: all }) => (
        <Panel title="Signing keys" note="The newest signs new versions">
          <ul className="rows">
            {all.map(({ id, fingerprint, createdAt, retiredAt }) => (
              <li key={id} className="rows-line row-apart">
                <span className="row">
                  {retiredAt === null ? (
                    <span className="badge badge-good">Signs</span>
                  ) : (
                    <span className="badge">Retired {day(retiredAt)}</span>
                  )}
                  <span className="mono small break">{fingerprint}</span>
                  <CopyButton text={fingerprint} what="the fingerprint" />
                </span>
                <span className="soft small">since {day(createdAt)}</span>
              </li>
            ))}
          </ul>
          <div className="panel-note stack">
            <p>
              To take a new key, run this where the hub runs; with the embedded database, stop the hub first. What the
              old key signed stays valid for clients that trust it.
            </p>
            <Command text="metier-hub key rotate" />
          </div>
        </Panel>
      )}
    </Show>
  )
}
