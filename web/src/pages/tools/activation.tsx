import type { ToolsView } from '@api/tools.js'
import { useState } from 'react'
import { Button } from '../../parts/button.js'
import { count } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { ProblemNotice } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'
import { useAction } from '../../server/action.js'

interface ActivationProps {
  readonly tools: ToolsView
  readonly onChange: (tools: ToolsView) => void
}

/** Activate and deactivate skills, and watch the list of tools change. */
export function Activation({ tools, onChange }: ActivationProps) {
  const activate = useAction('POST /api/tools/activate')
  const deactivate = useAction('POST /api/tools/deactivate')
  const [running, setRunning] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const start = async (skill: string, isOn: boolean, permit = false) => {
    setRunning(skill)
    const answer = isOn ? await activate.run({ skill, ...(permit ? { permit } : {}) }) : await deactivate.run({ skill })
    setRunning(undefined)
    setRefused(answer?.ok === false && !permit ? skill : undefined)
    if (answer !== undefined) onChange(answer.tools)
  }
  const problem = activate.problem ?? deactivate.problem
  const isBusy = running !== undefined
  return (
    <Panel title="Skills that bring tools">
      {tools.active.length + tools.activatable.length === 0 ? (
        <p className="panel-note">No skill here brings tools.</p>
      ) : null}
      <ul className="rows">
        {tools.active.map(({ skill, tools: names }) => (
          <li key={skill} className="rows-line stack-tight">
            <div className="row-apart">
              <span className="row">
                <Link className="mono" to={skillPath(skill, { tab: 'tools' })}>
                  {skill}
                </Link>
                <span className="badge badge-good">Active</span>
              </span>
              <Button
                busy={running === skill ? 'Deactivating…' : undefined}
                disabled={isBusy}
                onClick={() => void start(skill, false)}
              >
                Deactivate
              </Button>
            </div>
            <p className="small soft mono break">{names.join(', ')}</p>
          </li>
        ))}
        {tools.activatable.map(({ skill, tools: names, obstacle }) => (
          <li key={skill} className="rows-line stack-tight">
            <div className="row-apart">
              <Link className="mono" to={skillPath(skill, { tab: 'tools' })}>
                {skill}
              </Link>
              <Button
                busy={running === skill ? 'Activating…' : undefined}
                disabled={isBusy}
                onClick={() => void start(skill, true)}
              >
                Activate
              </Button>
            </div>
            <p className="small soft mono break">{names.join(', ')}</p>
            {obstacle === null ? null : (
              <p className="small warn break">
                {obstacle} <Link to={skillPath(skill, { tab: 'tools' })}>Review and approve</Link>
              </p>
            )}
          </li>
        ))}
      </ul>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      {refused === undefined ? null : (
        <div className="panel-note stack-tight" role="status">
          <p className="warn break">{activate.answer?.message}</p>
          <div className="row">
            <Button onClick={() => void start(refused, true, true)}>Activate {refused} with your permission</Button>
          </div>
        </div>
      )}
      {activate.answer === undefined ? null : (
        <details className="panel-note" open={!activate.answer.ok}>
          <summary>What the model got ({count(activate.answer.tokens)} tokens)</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
          <pre className="prose-code prose-wrap" tabIndex={0}>
            {activate.answer.instructions ?? activate.answer.message}
          </pre>
        </details>
      )}
    </Panel>
  )
}
