import { useEffect, useState } from 'react'
import type { HubVersionView, WaitingView } from '../../../../../packages/hub/src/routes/views.js'
import { FileList } from '../../../parts/file-list.js'
import { day, plural } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { Show } from '../../../parts/waiting.js'
import { Link } from '../../../router/link.js'
import { useParameter } from '../../../router/location.js'
import { countFindings, FindingList } from '../../parts/findings.js'
import { VersionFile } from '../../parts/version-file.js'
import { toSkill } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'
import { findMainFile } from '../skill/main-file.js'
import { Decision } from './decision.js'
import { describeReading } from './describe-reading.js'
import { toReview } from './queue-tab.js'

interface ReviewProps {
  readonly waiting: WaitingView
  readonly tab: '' | 'rejected'
}

/** One version in full: its findings, every file, and the decision. */
export function Review({ waiting, tab }: ReviewProps) {
  const { slug, owner, version } = waiting
  const view = useAnswer('GET /api/hub/v1/skills/:slug', { slug, owner, version })
  return (
    <div className="stack-large">
      <Panel
        title={`${slug}@${version}`}
        note={countFindings(waiting.findings)}
        actions={
          <>
            <Link to={toSkill({ owner, slug }, { version })}>Page of the skill</Link>
            <Link to={toSkill({ owner, slug }, { tab: 'versions', to: version })}>Changes</Link>
          </>
        }
      >
        <p className="panel-note-ink break">
          Published by @{waiting.publisher} for @{owner} on {day(waiting.createdAt)}. Scanned by rules {waiting.ruleSet}
          .{waiting.scans > 1 ? ' It was published before: newer rules raised these findings.' : ''}
        </p>
        {waiting.decision === null ? null : (
          <p className="panel-note-ink break">
            <strong>{tab === 'rejected' ? 'Rejected' : 'Last decision'}</strong> by @{waiting.decision.by} on{' '}
            {day(waiting.decision.at)}
            {waiting.decision.reason === '' ? '' : `: ${waiting.decision.reason}`}
          </p>
        )}
        <FindingList
          findings={waiting.findings}
          toLine={({ file, line }) => toReview(tab, waiting, { file, line: String(line) })}
        />
      </Panel>
      <Show answer={view} lines={16}>
        {({ version: shown }) => (shown === null ? null : <Files waiting={waiting} version={shown} tab={tab} />)}
      </Show>
    </div>
  )
}

/** Nothing in them is for a reader, and the hub adds one itself. */
const SIGNATURES: ReadonlySet<string> = new Set(['skill.oms.sig', 'skill.hub.oms.sig'])

interface FilesProps extends ReviewProps {
  readonly version: HubVersionView
}

function Files({ waiting, version, tab }: FilesProps) {
  const [chosen] = useParameter('file')
  const [line] = useParameter('line')
  const { slug, owner, findings } = waiting
  const path = chosen === '' ? (findMainFile(version.files)?.path ?? '') : chosen
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => setRead((before) => new Set([...before, path])), [path])
  const files = version.files.filter((file) => !SIGNATURES.has(file.path))
  const unread = files.filter((file) => !read.has(file.path)).length
  return (
    <>
      <Panel title={plural(version.files.length, 'file')} note={describeReading(files.length, unread)}>
        <FileList files={version.files} current={path} toFile={(file) => toReview(tab, waiting, { file: file.path })} />
      </Panel>
      <VersionFile
        name={{ slug, owner, version: version.version }}
        path={path}
        findings={findings}
        line={line === '' ? undefined : Number(line)}
      />
      <Decision waiting={waiting} unread={unread} isRejected={tab === 'rejected'} />
    </>
  )
}
