import type { WaitingView } from '../../../../../packages/hub/src/routes/views.js'
import { ago, day, plural } from '../../../parts/format.js'
import { PageHead, Panel } from '../../../parts/panel.js'
import { AuditMark } from '../../../parts/state.js'
import { Empty, Show } from '../../../parts/waiting.js'
import { Link } from '../../../router/link.js'
import { useParameter } from '../../../router/location.js'
import { withParameters } from '../../../router/route.js'
import { countFindings } from '../../parts/findings.js'
import { RescanPanel } from '../../parts/rescan-panel.js'
import { Unlisted } from '../../parts/unlisted.js'
import { useAnswer } from '../../server/answers.js'
import { type QueueTab, toReview } from './queue-tab.js'
import { Review } from './review.js'

const TABS: readonly { readonly id: QueueTab; readonly title: string }[] = [
  { id: '', title: 'Waiting' },
  { id: 'rejected', title: 'Rejected' },
  { id: 'unlisted', title: 'Not listed' },
  { id: 'scans', title: 'Scans' },
]

/** Versions whose scan raised warnings: read one, then decide. */
export function ModerationPage() {
  const [chosen] = useParameter('tab')
  const tab = TABS.find(({ id }) => id === chosen)?.id ?? ''
  return (
    <>
      <PageHead title="Moderation">
        <p>
          A version waits here if the scan raised warnings. Until you approve it, only members of its owner and
          moderators see it, and earlier versions stay as they are. A blocked skill never gets here: the hub refuses it
          when it is published.
        </p>
      </PageHead>
      <nav className="tabs" aria-label="Parts of the moderation">
        {TABS.map(({ id, title }) => (
          <Link key={id} to={withParameters('/moderation', { tab: id })} aria-current={id === tab ? 'true' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <TabContent tab={tab} />
    </>
  )
}

function TabContent({ tab }: { readonly tab: QueueTab }) {
  switch (tab) {
    case '':
    case 'rejected':
      return <Queue key={tab} tab={tab} />
    case 'unlisted':
      return <Unlisted showsEmpty />
    case 'scans':
      return <RescanPanel />
  }
}

const EMPTY = {
  '': {
    title: 'Nothing waits for a decision',
    text: 'A version comes here when the scan warns about it, or when new rules do.',
  },
  rejected: { title: 'Nothing was rejected', text: 'A rejected version stays here, and you can approve it later.' },
} as const

function Queue({ tab }: { readonly tab: '' | 'rejected' }) {
  const queue = useAnswer('GET /api/hub/v1/moderation', tab === '' ? {} : { status: tab })
  const [chosen] = useParameter('version')
  return (
    <Show answer={queue} lines={14}>
      {({ waiting }) => {
        const current = waiting.find(({ versionId }) => String(versionId) === chosen) ?? waiting[0]
        if (current === undefined) {
          return (
            <div className="panel">
              <Empty title={EMPTY[tab].title}>
                <p>{EMPTY[tab].text}</p>
              </Empty>
            </div>
          )
        }
        return (
          <div className="columns columns-lead">
            <Panel
              title={`${plural(waiting.length, 'version')} ${tab === '' ? 'waiting' : 'rejected'}`}
              note={tab === '' ? 'Oldest first' : 'Newest first'}
            >
              <nav className="files files-tall" aria-label="Versions">
                <ul className="rows-tight">
                  {waiting.map((version) => (
                    <li key={version.versionId}>
                      <QueueRow version={version} tab={tab} isCurrent={version === current} />
                    </li>
                  ))}
                </ul>
              </nav>
            </Panel>
            <Review key={current.versionId} waiting={current} tab={tab} />
          </div>
        )
      }}
    </Show>
  )
}

interface QueueRowProps {
  readonly version: WaitingView
  readonly tab: '' | 'rejected'
  readonly isCurrent: boolean
}

function QueueRow({ version, tab, isCurrent }: QueueRowProps) {
  const { slug, owner, createdAt, verdict, findings, publisher } = version
  return (
    <Link
      className="waiting"
      to={toReview(tab, version)}
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
