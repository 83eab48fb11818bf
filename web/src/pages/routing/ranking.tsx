import type { RankedSkill, RoutingView } from '@api/routing.js'
import { useState } from 'react'
import { Button } from '../../parts/button.js'
import { Bar } from '../../parts/chart/bar.js'
import { Command } from '../../parts/copy.js'
import { Panel } from '../../parts/panel.js'
import { StateMark } from '../../parts/state.js'
import { Empty } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'

const FIRST = 8

export function Ranking({ routing }: { readonly routing: RoutingView }) {
  const { ranking, overlaps, understood, command } = routing
  const [isWhole, setWhole] = useState(false)
  return (
    <Panel title="Ranking" note={readAs(understood)}>
      {ranking.length === 0 ? (
        <Empty title="No skill matches this sentence">
          <p>
            {understood.words.length === 0
              ? 'It has no word to search for.'
              : `None of these words is in a skill: ${understood.words.join(', ')}.`}
          </p>
        </Empty>
      ) : (
        <ol className="rows">
          {ranking.slice(0, isWhole ? ranking.length : FIRST).map((skill, at) => (
            <Ranked key={skill.skill} skill={skill} rank={at + 1} />
          ))}
        </ol>
      )}
      {isWhole || ranking.length <= FIRST ? null : (
        <div className="panel-note">
          <Button onClick={() => setWhole(true)}>Show {ranking.length - FIRST} more that lost</Button>
        </div>
      )}
      {overlaps.length === 0 ? null : (
        <div className="panel-note">
          {overlaps.map(({ skills: [one, other], score }) => (
            <p key={`${one} ${other}`}>
              <Link className="mono" to={skillPath(one, { tab: 'overlaps' })}>
                {one}
              </Link>{' '}
              and{' '}
              <Link className="mono" to={skillPath(other, { tab: 'overlaps' })}>
                {other}
              </Link>{' '}
              overlap by {Math.round(score * 100)}%: small changes of the sentence may swap them.
            </p>
          ))}
        </div>
      )}
      <div className="panel-note">
        <Command text={command} />
      </div>
    </Panel>
  )
}

function readAs({ words, ignored, languages }: RoutingView['understood']): string {
  const read = words.length === 0 ? 'No words to search for' : `Searched for ${words.join(', ')}`
  const left = ignored.length === 0 ? '' : `; ignored ${ignored.join(', ')}`
  return `${read}${left}${languages.length === 0 ? '' : ` (${languages.join(', ')})`}`
}

function Ranked({ skill, rank }: { readonly skill: RankedSkill; readonly rank: number }) {
  const isWinner = skill.lost === null
  return (
    <li className={`ranked ${isWinner ? 'ranked-winner' : ''}`}>
      <span className="ranked-rank">{rank}</span>
      <div className="stack-tight">
        <div className="row">
          <Link className="mono" to={skillPath(skill.skill)}>
            {skill.skill}
          </Link>
          {isWinner ? <span className="badge badge-solid">Answers</span> : null}
          {skill.state === 'eligible' ? null : <StateMark state={skill.state} />}
          {skill.fields.map(({ field, words }) => (
            <span key={field} className="badge">
              {field}: <strong>{words.join(', ')}</strong>
            </span>
          ))}
        </div>
        <p className="soft small clip" title={skill.description}>
          {skill.description}
        </p>
        {skill.why === '' ? null : <p className="small break">{skill.why}</p>}
      </div>
      <span className="ranked-score">
        <Bar share={skill.share} tone={isWinner ? 'accent' : 'soft'} />
        <span className="small">{skill.score.toFixed(2)}</span>
      </span>
    </li>
  )
}
