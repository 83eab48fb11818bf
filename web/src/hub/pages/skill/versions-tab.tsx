import type { HubSkillView } from '../../../../../packages/hub/src/routes/views.js'
import { day, plural } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { Show } from '../../../parts/waiting.js'
import { Link } from '../../../router/link.js'
import { toSkill } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'
import type { ListedVersion } from '../../server/api.js'
import { Comparison } from './comparison.js'
import { nameSkill } from './skill-tab.js'
import { Withdrawal } from './withdrawal.js'

/** Every version, and what differs between any two. */
export function VersionsTab({ view }: { readonly view: HubSkillView }) {
  const name = nameSkill(view)
  const all = useAnswer('GET /api/hub/v1/skills/:slug/versions', name)
  return (
    <Show answer={all} lines={8}>
      {({ versions, hasMore }) => (
        <div className="stack-large">
          <Comparison name={name} versions={versions.filter(({ status }) => status !== 'withdrawn')} />
          <Panel
            title={plural(versions.length, 'version')}
            note={hasMore ? `The newest ${versions.length}` : 'Newest first'}
          >
            <ul className="rows">
              {versions.map((version, at) => (
                <Version key={version.version} view={view} version={version} before={versions[at + 1]} />
              ))}
            </ul>
          </Panel>
        </div>
      )}
    </Show>
  )
}

const STATES: Readonly<Record<ListedVersion['status'], readonly [look: string, word: string] | undefined>> = {
  published: undefined,
  pending: ['badge-warn', 'Waiting for a moderator'],
  rejected: ['badge-bad', 'Rejected'],
  withdrawn: ['badge-bad', 'Withdrawn'],
}

interface VersionProps {
  readonly view: HubSkillView
  readonly version: ListedVersion
  readonly before: ListedVersion | undefined
}

function Version({ view, version, before }: VersionProps) {
  const address = nameSkill(view)
  const state = STATES[version.status]
  const isLatest = view.skill.tags.latest === version.version
  const canWithdraw = view.mayChange && (version.status === 'published' || version.status === 'pending')
  return (
    <li className="rows-line stack-tight">
      <div className="row-apart">
        <span className="row">
          <Link className="mono strong" to={toSkill(address, isLatest ? {} : { version: version.version })}>
            {version.version}
          </Link>
          {isLatest ? <span className="badge badge-accent">Latest</span> : null}
          {state === undefined ? null : <span className={`badge ${state[0]}`}>{state[1]}</span>}
          <span className="soft">{day(version.createdAt)}</span>
        </span>
        <span className="row">
          {before === undefined || version.status === 'withdrawn' || before.status === 'withdrawn' ? null : (
            <Link
              className="small"
              to={toSkill(address, { tab: 'versions', from: before.version, to: version.version })}
            >
              Compare with {before.version}
            </Link>
          )}
          {canWithdraw ? <Withdrawal view={view} version={version.version} /> : null}
        </span>
      </div>
      {version.status === 'withdrawn' ? (
        <p className="soft break">{version.withdrawnReason ?? 'Its owner gave no reason.'}</p>
      ) : (
        <p className="soft break pre-line">{version.changelog === '' ? 'No changelog' : version.changelog}</p>
      )}
    </li>
  )
}
