import type { HubSkillView } from '../../../../../packages/hub/src/routes/views.js'
import { day, plural } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { Show } from '../../../parts/waiting.js'
import { Link } from '../../../router/link.js'
import { toSkill } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'
import type { ListedVersion } from '../../server/api.js'
import { Comparison } from './comparison.js'
import type { SkillTabProps } from './skill-tab.js'

const MOST = 200

/** Every version, and what differs between any two. */
export function VersionsTab({ view }: SkillTabProps) {
  const name = { slug: view.skill.slug, owner: view.owner.handle }
  const versions = useAnswer('GET /api/v1/skills/:slug/versions', { ...name, limit: MOST })
  return (
    <Show answer={versions} lines={8}>
      {({ items, nextCursor }) => (
        <div className="stack-large">
          <Comparison name={name} versions={items.filter(({ status }) => status !== 'withdrawn')} />
          <Panel
            title={plural(items.length, 'version')}
            note={nextCursor === null ? 'Newest first' : `The newest ${MOST}`}
          >
            <ul className="rows">
              {items.map((version, at) => (
                <Version key={version.version} view={view} version={version} before={items[at + 1]} />
              ))}
            </ul>
          </Panel>
        </div>
      )}
    </Show>
  )
}

const STATES: Readonly<Record<string, readonly [look: string, word: string]>> = {
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
  const address = { owner: view.owner.handle, slug: view.skill.slug }
  const state = STATES[version.status]
  const isLatest = view.skill.tags.latest === version.version
  return (
    <li className="rows-line stack-tight">
      <div className="row-apart">
        <span className="row">
          <Link className="mono strong" to={toSkill(address, isLatest ? {} : { version: version.version })}>
            {version.version}
          </Link>
          {isLatest ? <span className="badge badge-accent">Latest</span> : null}
          {state === undefined ? null : <span className={`badge ${state[0]}`}>{state[1]}</span>}
          <span className="soft">{day(new Date(version.createdAt).toISOString())}</span>
        </span>
        {before === undefined || version.status === 'withdrawn' || before.status === 'withdrawn' ? null : (
          <Link className="small" to={toSkill(address, { tab: 'versions', from: before.version, to: version.version })}>
            Compare with {before.version}
          </Link>
        )}
      </div>
      <p className="soft break pre-line">{version.changelog === '' ? 'No changelog' : version.changelog}</p>
    </li>
  )
}
