import type { HubSkillView } from '../../../../../packages/hub/src/routes/views.js'
import { plural } from '../../../parts/format.js'
import { PageHead } from '../../../parts/panel.js'
import { AuditMark } from '../../../parts/state.js'
import { Show } from '../../../parts/waiting.js'
import { Link } from '../../../router/link.js'
import { useParameter } from '../../../router/location.js'
import { useAnswer } from '../../server/answers.js'
import { useUser } from '../../server/session.js'
import { FilesTab } from './files-tab.js'
import { FindingsTab } from './findings-tab.js'
import { InstructionsTab } from './instructions-tab.js'
import { ManageTab } from './manage/manage-tab.js'
import { Side } from './side.js'
import { toTab } from './skill-tab.js'
import { StateNotice } from './state-notice.js'
import { VersionsTab } from './versions-tab.js'

/** What a version has. */
const VERSION_TABS = [
  { id: '', title: 'Instructions', Content: InstructionsTab },
  { id: 'files', title: 'Files', Content: FilesTab },
  { id: 'findings', title: 'Findings', Content: FindingsTab },
] as const

/** What the skill has, also without any version to show. */
const SKILL_TABS = [
  { id: 'versions', title: 'Versions', Content: VersionsTab, isFor: () => true },
  {
    id: 'manage',
    title: 'Manage',
    Content: ManageTab,
    isFor: (view: HubSkillView, mayModerate: boolean) => view.mayChange || mayModerate,
  },
] as const

interface SkillPageProps {
  readonly slug: string
  readonly owner: string | undefined
}

export function SkillPage({ slug, owner }: SkillPageProps) {
  const [version] = useParameter('version')
  const view = useAnswer('GET /api/hub/v1/skills/:slug', { slug, owner, version: version === '' ? undefined : version })
  return (
    <>
      <PageHead title={<span className="mono">{view.value?.skill.slug ?? slug}</span>}>
        {view.value === undefined ? <p>{'\u00a0'}</p> : <Summary view={view.value} />}
      </PageHead>
      <Show answer={view} lines={16}>
        {(value) => (
          <div className="stack">
            <StateNotice view={value} />
            <div className={value.version === null ? undefined : 'columns columns-side'}>
              <Tabs view={value} />
              {value.version === null ? null : <Side view={value} version={value.version} />}
            </div>
          </div>
        )}
      </Show>
    </>
  )
}

const AUDITS = { pass: 'clean', warn: 'warn', block: 'block' } as const

function Summary({ view: { skill, owner, version } }: { readonly view: HubSkillView }) {
  return (
    <>
      <p className="break">{skill.description}</p>
      <div className="row">
        <Link to={`/?owner=${encodeURIComponent(owner.handle)}`}>@{owner.handle}</Link>
        {version === null ? null : (
          <>
            <span className="soft">·</span>
            <span className="mono">v{version.version}</span>
            <span className="soft">·</span>
            <span className="mark">
              <span className="soft">Scan:</span>{' '}
              <AuditMark audit={version.scan === null ? 'unknown' : AUDITS[version.scan.verdict]} />
            </span>
          </>
        )}
        <span className="soft">·</span>
        <span className="soft">{plural(skill.stats.downloads, 'download')}</span>
        {skill.visibility === 'private' ? <span className="badge">Private</span> : null}
        {skill.topics.slice(0, 8).map((topic) => (
          <span key={topic} className="badge">
            {topic}
          </span>
        ))}
      </div>
    </>
  )
}

function Tabs({ view }: { readonly view: HubSkillView }) {
  const [tab] = useParameter('tab')
  const user = useUser()
  const { version } = view
  const ofSkill = SKILL_TABS.filter(({ isFor }) => isFor(view, user?.mayModerate === true))
  const tabs = [...(version === null ? [] : VERSION_TABS), ...ofSkill]
  const current = tabs.find(({ id }) => id === tab) ?? tabs[0]
  const counted = version?.scan?.findings.filter(({ severity }) => severity !== 'note').length ?? 0
  return (
    <div>
      <nav className="tabs" aria-label="Parts of the skill">
        {tabs.map(({ id, title }) => (
          <Link key={id} to={toTab(view, version, { tab: id })} aria-current={id === current?.id ? 'true' : undefined}>
            {title}
            {id === 'findings' && counted > 0 ? <span className="badge badge-warn">{counted}</span> : null}
          </Link>
        ))}
      </nav>
      <h2 className="visually-hidden">{current?.title}</h2>
      <TabContent view={view} tab={current?.id ?? ''} />
    </div>
  )
}

function TabContent({ view, tab }: { readonly view: HubSkillView; readonly tab: string }) {
  const ofSkill = SKILL_TABS.find(({ id }) => id === tab)
  if (ofSkill !== undefined) return <ofSkill.Content view={view} />
  const ofVersion = VERSION_TABS.find(({ id }) => id === tab)
  if (ofVersion === undefined || view.version === null) return null
  return <ofVersion.Content view={view} version={view.version} />
}
