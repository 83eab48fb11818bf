import type { RankedSkill } from '@api/routing.js'
import { useState } from 'react'
import { Button } from '../../parts/button.js'
import { Command } from '../../parts/copy.js'
import { Panel } from '../../parts/panel.js'
import { ProblemNotice } from '../../parts/waiting.js'
import { useAction } from '../../server/action.js'

interface SaveTestProps {
  readonly sentence: string
  /** Undefined while it is on its way: the panel keeps its place. */
  readonly ranking: readonly RankedSkill[] | undefined
}

/** Keeps the sentence with a skill, so that a later change of its description cannot lose it unnoticed. */
export function SaveTest({ sentence, ranking: found }: SaveTestProps) {
  const save = useAction('POST /api/tests')
  const [chosen, setChosen] = useState('')
  const [shouldTrigger, setShouldTrigger] = useState(true)
  const ranking = found ?? []
  const skill = ranking.find((one) => one.skill === chosen)?.skill ?? ranking[0]?.skill
  if (sentence === '' || (skill === undefined && found !== undefined)) return null
  return (
    <Panel title="Save as a trigger test" isPadded>
      <p className="break">“{sentence}”</p>
      <label className="field">
        <span className="label">Skill</span>
        <select className="input" value={skill} onChange={(event) => setChosen(event.target.value)}>
          {ranking.map((one) => (
            <option key={one.skill}>{one.skill}</option>
          ))}
        </select>
      </label>
      <fieldset className="segments">
        <legend className="visually-hidden">What the test expects</legend>
        <button type="button" aria-pressed={shouldTrigger} onClick={() => setShouldTrigger(true)}>
          Should find it
        </button>
        <button type="button" aria-pressed={!shouldTrigger} onClick={() => setShouldTrigger(false)}>
          Should not
        </button>
      </fieldset>
      <div className="row">
        <Button
          look="main"
          busy={save.isRunning ? 'Saving…' : undefined}
          onClick={() => skill !== undefined && void save.run({ skill, query: sentence, shouldTrigger })}
        >
          Save the test
        </Button>
      </div>
      {save.problem === undefined ? null : <ProblemNotice problem={save.problem} />}
      {save.answer === undefined ? (
        <p className="soft small">
          Adds the sentence to <span className="mono">evals/triggers.json</span> of the skill.
        </p>
      ) : (
        <>
          <p className="small good break">{save.answer.message}</p>
          {save.answer.warnings.map((warning) => (
            <p key={warning} className="small warn break">
              {warning}
            </p>
          ))}
          <Command text={save.answer.command} />
        </>
      )}
    </Panel>
  )
}
