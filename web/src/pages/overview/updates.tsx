import type { UpdatesView } from '@api/overview.js'
import { Button } from '../../parts/button.js'
import { Command } from '../../parts/copy.js'
import { ago, plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { ProblemNotice } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'
import { useAction } from '../../server/action.js'

/** Asking the sources takes a network, so it is done when it is asked for. */
export function Updates({ checkedAt }: { readonly checkedAt: string | null }) {
  const check = useAction('POST /api/updates')
  return (
    <Panel
      title="Updates"
      note={checkedAt === null ? 'Not checked yet' : `Checked ${ago(checkedAt, Date.now())}`}
      actions={
        <Button busy={check.isRunning ? 'Asking…' : undefined} onClick={() => void check.run({})}>
          Check now
        </Button>
      }
      isPadded
    >
      {check.problem === undefined ? null : <ProblemNotice problem={check.problem} />}
      {check.answer === undefined ? (
        <p className="soft">Asks the source of every installed skill. Nothing is changed.</p>
      ) : (
        <Found updates={check.answer} />
      )}
      <Command text={check.answer?.command ?? 'metier outdated'} />
    </Panel>
  )
}

function Found({ updates }: { readonly updates: UpdatesView }) {
  const outdated = updates.skills.filter(({ status }) => status === 'outdated')
  return (
    <>
      <p role="status">
        {outdated.length === 0
          ? `No newer version of ${plural(updates.skills.length, 'installed skill')}.`
          : `${plural(outdated.length, 'skill')} can be updated.`}
      </p>
      {outdated.map(({ skill, current, latest, command }) => (
        <div key={skill} className="stack">
          <p>
            <Link className="mono" to={skillPath(skill, { tab: 'versions' })}>
              {skill}
            </Link>{' '}
            <span className="soft">
              {current} → {latest ?? 'newer'}
            </span>
          </p>
          <Command text={command} />
        </div>
      ))}
      {updates.problems.map((problem) => (
        <p key={problem} className="soft small break">
          {problem}
        </p>
      ))}
    </>
  )
}
