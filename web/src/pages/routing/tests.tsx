import type { TestCaseView, TestRunView, TriggersView } from '@api/routing.js'
import { Button } from '../../parts/button.js'
import { Command } from '../../parts/copy.js'
import { plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { YesNo } from '../../parts/state.js'
import { Empty, ProblemNotice, Show } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'
import { useAction } from '../../server/action.js'
import { useAnswer } from '../../server/answers.js'

/** All sentences that skills keep, and which skill each of them finds now. */
export function Tests() {
  const tests = useAnswer('GET /api/tests', {})
  const run = useAction('POST /api/tests/run')
  const isEmpty = tests.value === undefined || countSentences(tests.value) === 0
  return (
    <Panel
      title="Trigger tests"
      note={tests.value === undefined ? undefined : plural(countSentences(tests.value), 'sentence')}
      actions={
        isEmpty ? undefined : (
          <Button busy={run.isRunning ? 'Running…' : undefined} onClick={() => void run.run({})}>
            Run all
          </Button>
        )
      }
    >
      {run.problem === undefined ? null : <ProblemNotice problem={run.problem} />}
      {run.answer === undefined ? (
        <Show answer={tests} lines={6}>
          {(value) => <Kept tests={value} />}
        </Show>
      ) : (
        <Outcome run={run.answer} />
      )}
      <div className="panel-note">
        <Command text={run.answer?.command ?? tests.value?.command ?? ''} />
      </div>
    </Panel>
  )
}

function countSentences({ skills }: TriggersView): number {
  return skills.reduce((sum, { sentences }) => sum + sentences.length, 0)
}

function Kept({ tests }: { readonly tests: TriggersView }) {
  const withSentences = tests.skills.filter(({ sentences, problems }) => sentences.length + problems.length > 0)
  if (withSentences.length === 0) {
    return (
      <Empty title="No skill has trigger tests yet">
        <p>Type a sentence above and save it with the skill that should answer.</p>
      </Empty>
    )
  }
  return (
    <ul className="rows">
      {withSentences.map(({ skill, sentences, problems }) => (
        <li key={skill} className="rows-line">
          <details>
            <summary>
              <Link className="mono" to={skillPath(skill)}>
                {skill}
              </Link>{' '}
              <span className="soft">{plural(sentences.length, 'sentence')}</span>
            </summary>
            {problems.map((problem) => (
              <p key={problem} className="bad break">
                {problem}
              </p>
            ))}
            <ul className="rows-tight">
              {sentences.map(({ query, shouldTrigger }) => (
                <li key={query} className="break">
                  <YesNo isYes={shouldTrigger} word={shouldTrigger ? 'finds it' : 'does not'} /> “{query}”
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}

const MOST_CASES = 200

function Outcome({ run }: { readonly run: TestRunView }) {
  const failed = run.cases.filter(({ passed }) => !passed)
  return (
    <>
      <p className="panel-note" role="status">
        <strong className={run.failed === 0 ? 'good' : 'bad'}>
          {run.passed}/{run.passed + run.failed} sentences passed
        </strong>
      </p>
      {run.confusions.length === 0 ? null : (
        <table className="table">
          <caption>Confusions: who was found instead of whom</caption>
          <thead>
            <tr>
              <th scope="col">Wanted</th>
              <th scope="col">Found first</th>
              <th scope="col" className="number">
                Sentences
              </th>
            </tr>
          </thead>
          <tbody>
            {run.confusions.map(({ wanted, found, count }) => (
              <tr key={`${wanted} ${found}`}>
                <td className="mono break">{wanted}</td>
                <td className="mono break">{found ?? 'nothing'}</td>
                <td className="number">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {run.cases.length === 0 ? null : (
        <details className="panel-note" open={failed.length > 0}>
          <summary>
            {failed.length > 0 ? plural(failed.length, 'failed sentence') : plural(run.cases.length, 'sentence')}
          </summary>
          <ul className="rows-tight">
            {(failed.length > 0 ? failed : run.cases).slice(0, MOST_CASES).map((one) => (
              <Case key={`${one.skill} ${one.query} ${one.kind}`} one={one} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Case({ one }: { readonly one: TestCaseView }) {
  return (
    <li className="break">
      <YesNo isYes={one.passed} word={one.passed ? 'passed' : 'failed'} /> “{one.query}”{' '}
      <span className="soft">
        {one.shouldTrigger ? 'should find' : 'should not find'} <span className="mono">{one.skill}</span>, found{' '}
        <span className="mono">{one.first ?? 'nothing'}</span>
        {one.rank === null ? '' : ` (rank ${one.rank})`}
      </span>
    </li>
  )
}
