import type { WaitingView } from '../../../../../packages/hub/src/routes/views.js'
import { ago, day, plural } from '../../../parts/format.js'
import { PageHead, Panel } from '../../../parts/panel.js'
import { AuditMark } from '../../../parts/state.js'
import { Empty, Show } from '../../../parts/waiting.js'
import { Link } from '../../../router/link.js'
import { useParameter } from '../../../router/location.js'
import { countFindings } from '../../parts/findings.js'
import { useAnswer } from '../../server/answers.js'
import { Review } from './review.js'

/** Versions whose scan raised warnings, oldest first: read one, then decide. */
export function ModerationPage() {
  const queue = useAnswer('GET /api/hub/v1/moderation', {})
  const [chosen] = useParameter('version')
  return (
    <>
      <PageHead title="Moderation">
        <p>
          The scan raised warnings in these versions. Only their owner sees them until you decide. A blocked skill never
          gets here: it is refused when it is published.
        </p>
      </PageHead>
      <Show answer={queue} lines={14}>
        {({ waiting }) => <Queue waiting={waiting} chosen={chosen} />}
      </Show>
    </>
  )
}

function Queue({ waiting, chosen }: { readonly waiting: readonly WaitingView[]; readonly chosen: string }) {
  const current = waiting.find(({ versionId }) => String(versionId) === chosen) ?? waiting[0]
  if (current === undefined) {
    return (
      <div className="panel">
        <Empty title="Nothing waits for a decision">
          <p>A version comes here when the scan warns about it, or when new rules do.</p>
        </Empty>
      </div>
    )
  }
  return (
    <div className="columns columns-lead">
      <Panel title={`${plural(waiting.length, 'version')} waiting`} note="Oldest first">
        <nav className="files files-tall" aria-label="Versions that wait">
          <ul className="rows-tight">
            {waiting.map((version) => (
              <li key={version.versionId}>
                <Waiting version={version} isCurrent={version === current} />
              </li>
            ))}
          </ul>
        </nav>
      </Panel>
      <Review key={current.versionId} waiting={current} />
    </div>
  )
}

function Waiting({ version, isCurrent }: { readonly version: WaitingView; readonly isCurrent: boolean }) {
  const { versionId, slug, owner, createdAt, verdict, findings, publisher } = version
  return (
    <Link
      className="waiting"
      to={`/moderation?version=${versionId}`}
      aria-current={isCurrent ? 'true' : undefined}
      title={`Published ${day(createdAt)} by @${publisher}`}
    >
      <span className="stack-tight">
        <span className="break">
          <span className="mono strong">
            {slug}@{version.version}
          </span>{' '}
          <span className="small">@{owner}</span>
        </span>
        <span className="row small">
          <AuditMark audit={verdict === 'pass' ? 'clean' : verdict} isShort />
          {countFindings(findings)}, {ago(createdAt, Date.now())}
        </span>
      </span>
    </Link>
  )
}
