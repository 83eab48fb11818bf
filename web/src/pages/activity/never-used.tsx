import type { ActivityView, UnusedSkill } from '@api/activity.js'
import { useState } from 'react'
import { Button } from '../../parts/button.js'
import { Command } from '../../parts/copy.js'
import { count, day, plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Empty, ProblemNotice } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'
import { useAction } from '../../server/action.js'

const FIRST = 12

/** Skills that cost tokens in every request and were never used. */
export function NeverUsed({ activity }: { readonly activity: ActivityView }) {
  const { neverUsed: unused, neverUsedLeft: left } = activity
  const [isWhole, setWhole] = useState(false)
  const tokens = unused.reduce((sum, one) => sum + one.tokens, 0)
  const shown = isWhole ? unused : unused.slice(0, FIRST)
  return (
    <Panel
      title="Never used"
      note={unused.length === 0 ? undefined : `${plural(unused.length + left, 'skill')}, ${count(tokens)} tokens`}
    >
      {unused.length === 0 ? null : (
        <p className="panel-note small lead-note">{describePeriod(activity)} Each costs its tokens in every request.</p>
      )}
      {unused.length === 0 ? (
        <Empty title="Every usable skill was used" />
      ) : (
        <ul className="rows">
          {shown.map((skill) => (
            <Unused key={skill.skill} unused={skill} />
          ))}
        </ul>
      )}
      {shown.length < unused.length ? (
        <div className="panel-note">
          <Button onClick={() => setWhole(true)}>Show all {unused.length}</Button>
        </div>
      ) : null}
    </Panel>
  )
}

function describePeriod({ from, skills }: ActivityView): string {
  if (skills.length === 0) return 'No use has been recorded yet, so every usable skill is listed.'
  return `Usable skills that were not used since ${from === null ? 'the server started' : day(from)}.`
}

function Unused({ unused }: { readonly unused: UnusedSkill }) {
  const disable = useAction('POST /api/skill/disable')
  return (
    <li className="rows-line stack-tight">
      <div className="row-apart">
        <span className="row">
          <Link className="mono break" to={skillPath(unused.skill)}>
            {unused.skill}
          </Link>
          <span className="soft small">{plural(unused.tokens, 'token')}</span>
        </span>
        <Button
          busy={disable.isRunning ? 'Disabling…' : undefined}
          onClick={() => void disable.run({ skill: unused.skill })}
        >
          Disable
        </Button>
      </div>
      <Command text={unused.command} isQuiet />
      {disable.problem === undefined ? null : <ProblemNotice problem={disable.problem} />}
    </li>
  )
}
