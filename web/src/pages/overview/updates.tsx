import type { UpdatesView } from '@api/overview.js'
import { Button } from '../../parts/button.js'
import { Command } from '../../parts/copy.js'
import { ago, plural, shortVersion } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { UpdateButton } from '../../parts/update-button.js'
import { ProblemNotice } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'
import { useAction } from '../../server/action.js'

interface UpdatesProps {
  readonly checkedAt: string | null
  readonly command: string
}

/** Asking the sources takes a network, so it is done when it is asked for. */
export function Updates({ checkedAt, command }: UpdatesProps) {
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
      <Command text={command} />
    </Panel>
  )
}

function Found({ updates }: { readonly updates: UpdatesView }) {
  const outdated = updates.skills.filter(({ status }) => status === 'outdated')
  const asked = updates.skills.filter(({ status }) => status !== 'unknown')
  return (
    <>
      <p role="status">
        {outdated.length === 0
          ? `No newer version of ${plural(asked.length, 'installed skill')}.`
          : `${plural(outdated.length, 'skill')} can be updated.`}
      </p>
      {outdated.map(({ skill, current, latest, isEdited, command }) => (
        <div key={skill} className="stack-tight">
          <div className="row-apart">
            <p>
              <Link className="mono" to={skillPath(skill, { tab: 'versions' })}>
                {skill}
              </Link>{' '}
              <span className="soft">
                {shortVersion(current)} → {latest === null ? 'newer' : shortVersion(latest)}
                {isEdited ? ', edited' : ''}
              </span>
            </p>
            <UpdateButton skill={skill} />
          </div>
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
