import type { SeeingAgent, SightCell, SightsView } from '@api/overview.js'
import type { SkillRow } from '@api/skills.js'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef } from 'react'
import { Fixes } from '../../parts/fixes.js'
import { count, plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { SIGHTS, SightMark } from '../../parts/sight-mark.js'
import { Empty, Placeholder, ProblemNotice } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'

const ROW = 30

/** Who sees what: agents found here against skills. */
export function Sights() {
  const sights = useAnswer('GET /api/agents', {})
  const skills = useAnswer('GET /api/skills', {})
  const problem = sights.problem ?? skills.problem
  const isReady = sights.value !== undefined && skills.value?.version === sights.value.version
  return (
    <Panel title="Who sees what" note={sights.value === undefined ? undefined : summarize(sights.value)}>
      {isReady && sights.value !== undefined && skills.value !== undefined ? (
        <Matrix sights={sights.value} rows={skills.value.rows} />
      ) : problem !== undefined && problem.code !== 'server_lost' ? (
        <ProblemNotice problem={problem} />
      ) : (
        <Placeholder lines={8} />
      )}
    </Panel>
  )
}

function summarize({ agents }: SightsView): string | undefined {
  return agents.length === 0 ? undefined : `${plural(agents.length, 'agent')} found on this machine`
}

function Matrix({ sights, rows }: { readonly sights: SightsView; readonly rows: readonly SkillRow[] }) {
  const element = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element.current,
    estimateSize: () => ROW,
    overscan: 10,
  })
  if (sights.agents.length === 0) {
    return (
      <Empty title="No agent was found on this machine">
        <p>Metier looks for the directories of agents such as Claude Code, Codex or Cursor.</p>
      </Empty>
    )
  }
  const shown = virtual.getVirtualItems()
  const before = shown[0]?.start ?? 0
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section ref={element} className="matrix" tabIndex={0} aria-label="Skills and the agents that see them">
        <table aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">Skill</th>
              {sights.agents.map((agent) => (
                <th key={agent.id} scope="col">
                  {agent.title}
                  <span className="soft small"> {count(agent.sees)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Space height={before} columns={sights.agents.length + 1} />
            {shown.map(({ index }) => (
              <Row
                key={index}
                index={index}
                row={rows[index]}
                cells={sights.patterns[sights.rows[index] ?? -1]}
                agents={sights.agents}
              />
            ))}
            <Space height={after} columns={sights.agents.length + 1} />
          </tbody>
        </table>
      </section>
      <Legend patterns={sights.patterns} />
      <AgentFixes agents={sights.agents} />
    </>
  )
}

function Space({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )
}

interface RowProps {
  readonly index: number
  readonly row: SkillRow | undefined
  readonly cells: readonly SightCell[] | undefined
  readonly agents: readonly SeeingAgent[]
}

const Row = memo(({ index, row, cells, agents }: RowProps) => {
  if (row === undefined || cells === undefined) return null
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row">
        <Link className="mono" to={skillPath(row.id)}>
          {row.name}
        </Link>
      </th>
      {agents.map((agent, at) => {
        const how = cells[at] ?? 'no_folder'
        return (
          <td key={agent.id} title={`${agent.title} ${SIGHTS[how].means}`}>
            <SightMark how={how} />
            <span className="visually-hidden">{SIGHTS[how].word}</span>
          </td>
        )
      })}
    </tr>
  )
})

/** Only the marks that occur. */
function Legend({ patterns }: { readonly patterns: SightsView['patterns'] }) {
  const used = new Set(patterns.flat())
  const shown = (Object.keys(SIGHTS) as SightCell[]).filter((how) => used.has(how))
  return (
    <ul className="legend">
      {shown.map((how) => (
        <li key={how} className="mark">
          <SightMark how={how} /> {SIGHTS[how].means}
        </li>
      ))}
    </ul>
  )
}

function AgentFixes({ agents }: { readonly agents: readonly SeeingAgent[] }) {
  const blind = agents.filter(({ fixes }) => fixes.length > 0)
  if (blind.length === 0) return null
  return (
    <details className="panel-note">
      <summary>Commands that link the missing skills ({plural(blind.length, 'agent')})</summary>
      <div className="stack">
        {blind.map(({ id, title, fixes }) => (
          <div key={id}>
            <p>{title}</p>
            <Fixes fixes={fixes} />
          </div>
        ))}
      </div>
    </details>
  )
}
