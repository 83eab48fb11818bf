import type { SkillView } from '@api/skill.js'
import { count } from '../../parts/format.js'
import { PageHead, TabTitle } from '../../parts/panel.js'
import { AuditMark, StateMark } from '../../parts/state.js'
import { Show } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { useParameter } from '../../router/location.js'
import { skillPath } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'
import { FilesTab } from './files-tab.js'
import { FindingsTab } from './findings-tab.js'
import { InstructionsTab, SourceTab } from './instructions-tab.js'
import { OverlapsTab } from './overlaps-tab.js'
import { Side } from './side.js'
import { ToolsTab } from './tools-tab.js'
import { VersionsTab } from './versions-tab.js'

const TABS = [
  { id: '', title: 'Instructions', Content: InstructionsTab },
  { id: 'source', title: 'Source', Content: SourceTab },
  { id: 'files', title: 'Files', Content: FilesTab },
  { id: 'findings', title: 'Findings', Content: FindingsTab },
  { id: 'tools', title: 'Tools', Content: ToolsTab },
  { id: 'versions', title: 'Versions', Content: VersionsTab },
  { id: 'overlaps', title: 'Overlaps', Content: OverlapsTab },
] as const

/** Findings that the tab announces. */
const MARKED: ReadonlySet<string> = new Set(['block', 'warn'])

export function SkillPage({ name }: { readonly name: string }) {
  const skill = useAnswer('GET /api/skill', { skill: name })
  return (
    <>
      <PageHead title={<Title name={name} skill={skill.value} />}>
        {skill.value === undefined ? <p>{'\u00a0'}</p> : <Summary skill={skill.value} />}
      </PageHead>
      <Show answer={skill} lines={14}>
        {(value) => (
          <div className="columns columns-side">
            <Tabs skill={value} />
            <Side skill={value} />
          </div>
        )}
      </Show>
    </>
  )
}

function Title({ name, skill }: { readonly name: string; readonly skill: SkillView | undefined }) {
  return (
    <>
      <span className="mono">{skill?.name ?? name}</span>
      {skill?.emoji == null ? null : <span aria-hidden="true"> {skill.emoji}</span>}
    </>
  )
}

function Summary({ skill }: { readonly skill: SkillView }) {
  return (
    <>
      <p className="break">{skill.description}</p>
      <div className="row summary">
        <StateMark state={skill.state} />
        <span className="mark">
          <span className="soft">Scan:</span> <AuditMark audit={skill.audit} />
        </span>
        <span className="soft">{skill.scope}</span>
        <span className="soft" title="Estimated tokens: in every catalogue, and when it is activated">
          {count(skill.tokens.catalogue)} tokens listed
          {skill.tokens.body === null ? '' : `, ${count(skill.tokens.body)} when active`}
        </span>
        {skill.tags.map((tag) => (
          <Link key={tag} className="badge" to={`/skills?tag=${encodeURIComponent(tag)}`}>
            {tag}
          </Link>
        ))}
      </div>
    </>
  )
}

function Tabs({ skill }: { readonly skill: SkillView }) {
  const [tab] = useParameter('tab')
  const current = TABS.find(({ id }) => id === tab) ?? TABS[0]
  const { Content } = current
  return (
    <div>
      <nav className="tabs" aria-label="Parts of the skill">
        {TABS.map(({ id, title }) => (
          <Link
            key={id}
            to={skillPath(skill.id, { tab: id })}
            aria-current={id === current.id ? 'true' : undefined}
            ref={id === current.id ? showInRow : undefined}
          >
            <TabTitle>{title}</TabTitle>
            {id === 'tools' && skill.toolCount > 0 ? <span className="tab-count">{skill.toolCount}</span> : null}
            {id === 'findings' && MARKED.has(skill.audit) ? <AuditMark audit={skill.audit} isShort /> : null}
          </Link>
        ))}
      </nav>
      <h2 className="visually-hidden">{current.title}</h2>
      <Content skill={skill} />
    </div>
  )
}

/** On a narrow screen the tabs scroll sideways; the current one is in sight. */
function showInRow(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement
  if (link == null || row == null) return
  row.scrollLeft = link.offsetLeft - (row.clientWidth - link.clientWidth) / 2
}
