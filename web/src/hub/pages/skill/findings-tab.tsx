import { day } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { Empty } from '../../../parts/waiting.js'
import { FindingList } from '../../parts/findings.js'
import { type SkillTabProps, toTab } from './skill-tab.js'

const VERDICTS = { block: 'Blocked', warn: 'Warnings', pass: 'Passed' } as const
const TONES = { block: 'bad', warn: 'warn', pass: 'good' } as const

/** What the scan found in this version, and what a moderator made of it. */
export function FindingsTab({ view, version }: SkillTabProps) {
  const { scan, decision } = version
  if (scan === null) {
    return (
      <div className="panel">
        <Empty title="No scan">
          <p>This version was withdrawn, or its scan is still waiting.</p>
        </Empty>
      </div>
    )
  }
  return (
    <Panel
      title="Scan"
      note={`${day(scan.scannedAt)}, rules ${scan.ruleSet}`}
      actions={<span className={`badge badge-${TONES[scan.verdict]}`}>{VERDICTS[scan.verdict]}</span>}
    >
      {decision === null ? null : (
        <p className="panel-note-ink break">
          <strong>{decision.decision === 'approve' ? 'Approved' : 'Rejected'}</strong> by{' '}
          {decision.by === '' ? 'a moderator' : `@${decision.by}`} on {day(decision.at)}
          {decision.reason === '' ? '' : `: ${decision.reason}`}
        </p>
      )}
      {scan.findings.length === 0 ? (
        <Empty title="No findings">
          <p>No known pattern was found. That does not prove that the skill is safe.</p>
        </Empty>
      ) : (
        <FindingList
          findings={scan.findings}
          toLine={({ file, line }) => toTab(view, version, { tab: 'files', file, line: String(line) })}
        />
      )}
      {view.isInsider || scan.findings.length === 0 ? null : (
        <p className="panel-note">
          The text of each finding is shown to members of @{view.owner.handle} and moderators.
        </p>
      )}
    </Panel>
  )
}
