import type { ApprovalView, SkillView } from '@api/skill.js'
import { Button } from '../../parts/button.js'
import { Changes } from '../../parts/code/diff.js'
import { Command } from '../../parts/copy.js'
import { day, shortDigest } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { ProblemNotice } from '../../parts/waiting.js'
import { useAction } from '../../server/action.js'

const READ = 'Read the files that you approve'
const STATES = {
  approved: { word: 'Approved', tone: 'good', means: 'Its tools take effect when a model activates it.', read: READ },
  unapproved: {
    word: 'Not approved',
    tone: 'warn',
    means: 'Its tools have no effect until you approve these files.',
    read: READ,
  },
  lapsed: {
    word: 'Lapsed',
    tone: 'warn',
    means: 'Its files changed after you approved them. Its tools have no effect.',
    read: 'What changed since the last approval',
  },
} as const

interface ApprovalProps {
  readonly skill: SkillView
  readonly approval: ApprovalView
}

/** Approves exactly the files that were shown. */
export function Approval({ skill, approval }: ApprovalProps) {
  const approve = useAction('POST /api/skill/approve')
  const revoke = useAction('POST /api/skill/revoke')
  const { word, tone, means, read } = STATES[approval.state]
  const problem = approve.problem ?? revoke.problem
  return (
    <Panel title="Approval" actions={<span className={`badge badge-${tone}`}>{word}</span>} isPadded>
      <p>{means}</p>
      <p className="small soft">
        Digest{' '}
        <span className="mono" title={approval.digest}>
          {shortDigest(approval.digest)}
        </span>
        {approval.approvedAt === null ? '' : ` · approved ${day(approval.approvedAt)}`}
      </p>
      {approval.changes.length === 0 ? null : (
        <details>
          <summary>{read}</summary>
          <Changes changes={approval.changes} />
        </details>
      )}
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      {approval.state === 'approved' ? (
        <div className="stack-tight approval">
          <Button
            look="danger"
            busy={revoke.isRunning ? 'Revoking…' : undefined}
            onClick={() => void revoke.run({ skill: skill.id })}
          >
            Revoke
          </Button>
          {skill.actions.revoke === undefined ? null : <Command text={skill.actions.revoke} />}
        </div>
      ) : (
        <div className="stack-tight approval">
          <Button
            look="main"
            busy={approve.isRunning ? 'Approving…' : undefined}
            onClick={() => void approve.run({ skill: skill.id, digest: approval.digest })}
          >
            Approve these files
          </Button>
          <Command text={approval.command} />
        </div>
      )}
    </Panel>
  )
}
