import type { OverlapView, SkillView } from '@api/skill.js'
import { Bar } from '../../parts/chart/bar.js'
import { Command, CopyButton } from '../../parts/copy.js'
import { Panel } from '../../parts/panel.js'
import { Empty, Placeholder, Show } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'

const VERDICTS = {
  overlap: { word: 'Overlaps', tone: 'warn' },
  maybe: { word: 'May overlap', tone: 'accent' },
  unlikely: { word: 'Unlikely', tone: 'soft' },
} as const

/** Skills that this one would be confused with, and what would tell them apart. */
export function OverlapsTab({ skill }: { readonly skill: SkillView }) {
  const overlaps = useAnswer('GET /api/skill/overlaps', { skill: skill.id })
  return (
    <Show answer={overlaps} lines={10}>
      {({ pairs, copies, command, isComputing }) => (
        <Panel title="Similar skills" note="They answer to similar sentences">
          {isComputing ? (
            <div role="status">
              <p className="panel-note">Still comparing it with every other skill…</p>
              <Placeholder lines={6} />
            </div>
          ) : pairs.length === 0 && copies.length === 0 ? (
            <Empty title="No skill is close enough to be confused with it" />
          ) : (
            <ul className="rows">
              {copies.map(({ skill: other, kind }) => (
                <li key={other} className="rows-line row">
                  <span className="badge badge-warn">{kind}</span>
                  <Link className="mono" to={skillPath(other)}>
                    {other}
                  </Link>
                </li>
              ))}
              {pairs.map((pair) => (
                <Pair key={pair.skill} pair={pair} />
              ))}
            </ul>
          )}
          <div className="panel-note">
            <Command text={command} />
          </div>
        </Panel>
      )}
    </Show>
  )
}

function Pair({ pair }: { readonly pair: OverlapView }) {
  const { word, tone } = VERDICTS[pair.verdict]
  return (
    <li className="rows-line stack">
      <div className="row-apart">
        <span className="row">
          <Link className="mono" to={skillPath(pair.skill)}>
            {pair.skill}
          </Link>
          <span className={`badge badge-${tone}`}>{word}</span>
        </span>
        <span className="overlap-score">
          <Bar share={pair.score} />
          {Math.round(pair.score * 100)}%
        </span>
      </div>
      <dl className="words">
        <Words title="Both" words={pair.shared} />
        <Words title="Only this" words={pair.only} />
        <Words title="Only the other" words={pair.theirs} />
      </dl>
      {pair.sentences.map(({ text, goesTo }) => (
        <p key={text} className="small break">
          “{text}” <span className="soft">finds {goesTo ?? 'neither'}</span>
        </p>
      ))}
      {pair.boundary === '' ? null : (
        <p className="row-fixed small">
          <span className="soft">To draw the line, add:</span> <span className="break">{pair.boundary}</span>
          <CopyButton text={pair.boundary} what="the sentence" />
        </p>
      )}
    </li>
  )
}

function Words({ title, words }: { readonly title: string; readonly words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <div>
      <dt className="soft small">{title}</dt>
      <dd className="row">
        {words.slice(0, 24).map((word) => (
          <span key={word} className="badge">
            {word}
          </span>
        ))}
      </dd>
    </div>
  )
}
