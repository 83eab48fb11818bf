import type { SkillUsage, ToolUsage } from '@api/activity.js'
import type { ReactNode } from 'react'
import { Bar } from '../../parts/chart/bar.js'
import { count, milliseconds } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Empty } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'

const MOST_ROWS = 300

/** Offered → activated → used → failed, skill by skill. */
export function SkillUsageTable({ usage }: { readonly usage: readonly SkillUsage[] }) {
  const most = Math.max(1, ...usage.map(({ activated, called }) => Math.max(activated, called)))
  return (
    <Panel title="Skills" note="Offered → activated → used → failed">
      {usage.length === 0 ? <NoUsage /> : null}
      {usage.length === 0 ? null : (
        <Scroll label="Usage by skill">
          <thead>
            <tr>
              <th scope="col">Skill</th>
              <Numbers
                titles={[
                  'Offered',
                  'Activated',
                  'Used',
                  'Failed',
                  'Refused',
                  'p50',
                  'p95',
                  'Listed tokens',
                  'Body tokens',
                ]}
              />
              <th scope="col" className="share-cell">
                Use
              </th>
            </tr>
          </thead>
          <tbody>
            {usage.slice(0, MOST_ROWS).map((one) => (
              <tr key={one.skill}>
                <th scope="row" className="mono">
                  <Link to={skillPath(one.skill)}>{one.skill}</Link>
                </th>
                <Figure value={one.offered} />
                <Figure value={one.activated} />
                <Figure value={one.called} />
                <Figure value={one.failed} tone="bad" />
                <Figure value={one.refused} tone="warn" />
                <Duration value={one.duration.p50} called={one.called} />
                <Duration value={one.duration.p95} called={one.called} />
                <Figure value={one.catalogueTokens} />
                <Figure value={one.bodyTokens} />
                <td className="share-cell">
                  <Bar share={Math.max(one.activated, one.called) / most} />
                </td>
              </tr>
            ))}
          </tbody>
        </Scroll>
      )}
    </Panel>
  )
}

/** How long the calls of each tool took. */
export function ToolUsageTable({ usage }: { readonly usage: readonly ToolUsage[] }) {
  return (
    <Panel title="Tools" note="Durations of the latest calls">
      {usage.length === 0 ? <NoUsage /> : null}
      {usage.length === 0 ? null : (
        <Scroll label="Usage by tool">
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <Numbers titles={['Offered', 'Called', 'Succeeded', 'Failed', 'Refused', 'p50', 'p95', 'Longest']} />
            </tr>
          </thead>
          <tbody>
            {usage.slice(0, MOST_ROWS).map((one) => (
              <tr key={one.tool}>
                <th scope="row" className="mono">
                  {one.tool}
                </th>
                <Figure value={one.offered} />
                <Figure value={one.called} />
                <Figure value={one.succeeded} />
                <Figure value={one.failed} tone="bad" />
                <Figure value={one.refused} tone="warn" />
                <Duration value={one.duration.p50} called={one.called} />
                <Duration value={one.duration.p95} called={one.called} />
                <Duration value={one.duration.max} called={one.called} />
              </tr>
            ))}
          </tbody>
        </Scroll>
      )}
    </Panel>
  )
}

function NoUsage() {
  return (
    <Empty title="Nothing was counted yet">
      <p>Counts appear with the first call.</p>
    </Empty>
  )
}

function Scroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="table-scroll" tabIndex={0} aria-label={label}>
      <table className="table">{children}</table>
    </section>
  )
}

function Numbers({ titles }: { readonly titles: readonly string[] }) {
  return titles.map((title) => (
    <th key={title} scope="col" className="number">
      {title}
    </th>
  ))
}

function Figure({ value, tone }: { readonly value: number; readonly tone?: 'bad' | 'warn' }) {
  return <td className={`number ${value === 0 ? 'soft' : (tone ?? '')}`}>{count(value)}</td>
}

function Duration({ value, called }: { readonly value: number; readonly called: number }) {
  return <td className="number soft nowrap">{called === 0 ? '–' : milliseconds(value)}</td>
}
