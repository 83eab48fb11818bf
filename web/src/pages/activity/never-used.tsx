import type { UnusedSkill } from '@api/activity.js'
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

interface NeverUsedProps {
  readonly unused: readonly UnusedSkill[]
  readonly left: number
  /** When the first use was recorded; null if none was. */
  readonly from: string | null
}

/** Skills that cost tokens in every request and were never used. */
export function NeverUsed({ unused, left, from }: NeverUsedProps) {
  const [isWhole, setWhole] = useState(false)
  const tokens = unused.reduce((sum, one) => sum + one.tokens, 0)
  const shown = isWhole ? unused : unused.slice(0, FIRST)
  return (
    <Panel
      title="Never used"
      note={unused.length === 0 ? undefined : `${plural(unused.length + left, 'skill')}, ${count(tokens)} tokens`}
    >
      {unused.length === 0 ? null : (
        <p className="panel-note small">
          {from === null
            ? 'No use has been recorded yet, so every usable skill is listed. '
            : `Usable skills that no model has used since ${day(from)}. `}
          Each costs its tokens in every request.
        </p>
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
