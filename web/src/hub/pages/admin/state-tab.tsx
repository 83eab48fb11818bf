import type { SummaryView } from '../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../parts/button.js'
import { Command, CopyButton } from '../../../parts/copy.js'
import { bytes, count, day, plural } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { ProblemNotice, Show } from '../../../parts/waiting.js'
import { Link } from '../../../router/link.js'
import { useAction } from '../../server/action.js'
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
            <Scans summary={value} />
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

function Scans({ summary: { counts, jobs, failures, ruleSet } }: { readonly summary: SummaryView }) {
  const rescan = useAction('POST /api/hub/v1/rescan')
  const isCurrent = counts.outdatedScans === 0
  return (
    <Panel
      title="Scans and jobs"
      note={`Rules ${ruleSet}`}
      actions={
        <Button
          busy={rescan.isRunning ? 'Queuing…' : undefined}
          onClick={() => void rescan.run({}, 'Queued every version that older rules scanned')}
        >
          Scan again
        </Button>
      }
      isPadded
    >
      <p>
        {isCurrent
          ? 'Every version was scanned by the current rules, so scanning again queues nothing.'
          : `${plural(counts.outdatedScans, 'version')} were scanned by older rules. Scan them again: a verdict may get worse, and such a version waits for a moderator.`}
      </p>
      <dl className="facts facts-flat">
        {(['waiting', 'running', 'done', 'failed'] as const).map((state) => (
          <div key={state}>
            <dt>{`Jobs ${state}`}</dt>
            <dd>{count(jobs[state])}</dd>
          </div>
        ))}
      </dl>
      {rescan.problem === undefined ? null : <ProblemNotice problem={rescan.problem} />}
      {failures.length === 0 ? null : (
        <ul className="rows-tight">
          {failures.map(({ id, kind, attempts, error }) => (
            <li key={id} className="break">
              <span className="bad">Failed</span> {kind} {id} after {plural(attempts, 'attempt')}: {error}
            </li>
          ))}
        </ul>
      )}
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
              To take a new key, run this where the hub runs. What the old key signed stays valid for clients that trust
              it.
            </p>
            <Command text="metier-hub key rotate" />
          </div>
        </Panel>
      )}
    </Show>
  )
}
