import { useEffect, useState } from 'react'
import type { HubVersionView, WaitingView } from '../../../../../packages/hub/src/routes/views.js'
import { FileList } from '../../../parts/file-list.js'
import { day, plural } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { Show } from '../../../parts/waiting.js'
import { Link } from '../../../router/link.js'
import { useParameter } from '../../../router/location.js'
import { withParameters } from '../../../router/route.js'
import { countFindings, FindingList } from '../../parts/findings.js'
import { VersionFile } from '../../parts/version-file.js'
import { toSkill } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'
import { findMainFile } from '../skill/main-file.js'
import { Decision } from './decision.js'

/** One version in full: its findings, every file, and the decision. */
export function Review({ waiting }: { readonly waiting: WaitingView }) {
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
          Published by @{waiting.publisher} for @{owner} on {day(waiting.createdAt)}.
        </p>
        <FindingList
          findings={waiting.findings}
          toLine={({ file, line }) => toFile(waiting, { file, line: String(line) })}
        />
      </Panel>
      <Show answer={view} lines={16}>
        {({ version: shown }) => (shown === null ? null : <Files waiting={waiting} version={shown} />)}
      </Show>
    </div>
  )
}

function toFile({ versionId }: WaitingView, parameters: Readonly<Record<string, string>>): string {
  return withParameters('/moderation', { version: String(versionId), ...parameters })
}

function Files({ waiting, version }: { readonly waiting: WaitingView; readonly version: HubVersionView }) {
  const [chosen] = useParameter('file')
  const [line] = useParameter('line')
  const { slug, owner, findings } = waiting
  const path = chosen === '' ? (findMainFile(version.files)?.path ?? '') : chosen
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => setRead((before) => new Set([...before, path])), [path])
  const unread = version.files.filter((file) => !read.has(file.path)).length
  return (
    <>
      <Panel
        title={plural(version.files.length, 'file')}
        note={unread === 0 ? 'You opened every one' : `${unread} not opened yet`}
      >
        <FileList files={version.files} current={path} toFile={(file) => toFile(waiting, { file: file.path })} />
      </Panel>
      <VersionFile
        name={{ slug, owner, version: version.version }}
        path={path}
        findings={findings}
        line={line === '' ? undefined : Number(line)}
      />
      <Decision waiting={waiting} unread={unread} />
    </>
  )
}
