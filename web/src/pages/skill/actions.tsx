import type { SkillAction, SkillView } from '@api/skill.js'
import { useState } from 'react'
import { Button } from '../../parts/button.js'
import { Command } from '../../parts/copy.js'
import { Dialog } from '../../parts/dialog.js'
import { Panel } from '../../parts/panel.js'
import { UpdateButton } from '../../parts/update-button.js'
import { ProblemNotice } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'
import { useAction } from '../../server/action.js'

type PlainAction = 'enable' | 'disable' | 'remove' | 'pin' | 'unpin'

const PLAIN: Readonly<Record<PlainAction, { readonly word: string; readonly busy: string }>> = {
  enable: { word: 'Enable', busy: 'Enabling…' },
  disable: { word: 'Disable', busy: 'Disabling…' },
  pin: { word: 'Pin', busy: 'Pinning…' },
  unpin: { word: 'Unpin', busy: 'Unpinning…' },
  remove: { word: 'Remove', busy: 'Removing…' },
}

const ELSEWHERE: Readonly<Partial<Record<SkillAction, { readonly word: string; readonly tab: string }>>> = {
  approve: { word: 'Approve…', tab: 'tools' },
  rollback: { word: 'Roll back…', tab: 'versions' },
}

/** Everything that can be done with the skill now, each with the command that does the same. */
export function Actions({ skill }: { readonly skill: SkillView }) {
  const plain = (Object.keys(PLAIN) as PlainAction[]).filter((action) => skill.actions[action] !== undefined)
  const elsewhere = Object.entries(ELSEWHERE).filter(([action]) => skill.actions[action as SkillAction] !== undefined)
  if (Object.keys(skill.actions).length === 0) return null
  return (
    <Panel title="Actions" note="each with its command" isPadded>
      {elsewhere.map(([action, { word, tab }]) => (
        <div key={action} className="action">
          <Link className="button" to={skillPath(skill.id, { tab })}>
            {word}
          </Link>
          <Command text={skill.actions[action as SkillAction] ?? ''} />
        </div>
      ))}
      {skill.actions.update === undefined ? null : (
        <div className="action">
          <UpdateButton skill={skill.id}>Update…</UpdateButton>
          <Command text={skill.actions.update} />
        </div>
      )}
      {plain.map((action) => (
        <OneAction key={action} skill={skill} action={action} command={skill.actions[action] ?? ''} />
      ))}
      {skill.actions.link === undefined ? null : (
        <LinkAction skill={skill} action="link" command={skill.actions.link} />
      )}
      {skill.actions.unlink === undefined ? null : (
        <LinkAction skill={skill} action="unlink" command={skill.actions.unlink} />
      )}
    </Panel>
  )
}

interface OneActionProps {
  readonly skill: SkillView
  readonly action: PlainAction
  readonly command: string
}

function OneAction({ skill, action, command }: OneActionProps) {
  const { run, isRunning, problem, answer } = useAction(`POST /api/skill/${action}`)
  const [isAsked, setAsked] = useState(false)
  const { word, busy } = PLAIN[action]
  const isDangerous = action === 'remove'
  const start = () => {
    setAsked(false)
    void run({ skill: skill.id })
  }
  return (
    <div className="stack-tight">
      <div className="action">
        <Button
          look={isDangerous ? 'danger' : 'plain'}
          busy={isRunning ? busy : undefined}
          onClick={isDangerous ? () => setAsked(true) : start}
        >
          {word}
        </Button>
        <Command text={command} />
      </div>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      {answer?.warnings.map((warning) => (
        <p key={warning} className="small warn break">
          {warning}
        </p>
      ))}
      {isAsked ? (
        <Dialog title={`Remove ${skill.name}?`} onClose={() => setAsked(false)}>
          <p>
            Its files leave <span className="mono break">{skill.directory}</span>. An installed version is kept, and a
            rollback restores it.
          </p>
          <Command text={command} />
          <div className="row">
            <Button look="danger" onClick={start}>
              Remove
            </Button>
            <Button onClick={() => setAsked(false)}>Keep it</Button>
          </div>
        </Dialog>
      ) : null}
    </div>
  )
}

interface LinkActionProps {
  readonly skill: SkillView
  readonly action: 'link' | 'unlink'
  readonly command: string
}

function LinkAction({ skill, action, command }: LinkActionProps) {
  const { run, isRunning, problem } = useAction(`POST /api/skill/${action}`)
  const agents = skill.seenBy.filter(({ how }) =>
    action === 'link' ? how === 'not_linked' : how === 'link' || how === 'copy',
  )
  const [chosen, setChosen] = useState('')
  const agent = agents.find((one) => one.agent === chosen) ?? agents[0]
  if (agent === undefined) return null
  const busy = action === 'link' ? 'Linking…' : 'Unlinking…'
  return (
    <div className="stack-tight">
      <div className="action">
        <select
          className="input"
          aria-label="Agent"
          value={agent.agent}
          onChange={(event) => setChosen(event.target.value)}
        >
          {agents.map((one) => (
            <option key={one.agent} value={one.agent}>
              {one.title}
            </option>
          ))}
        </select>
        <Button busy={isRunning ? busy : undefined} onClick={() => void run({ skill: skill.id, agent: agent.agent })}>
          {action === 'link' ? 'Link' : 'Unlink'}
        </Button>
      </div>
      <Command text={command.replace('AGENT', agent.agent)} />
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
    </div>
  )
}
