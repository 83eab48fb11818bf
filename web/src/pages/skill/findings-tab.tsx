import type { AuditView, SkillView } from '@api/skill.js'
import { FindingNote } from '../../parts/code/code-viewer.js'
import { Command } from '../../parts/copy.js'
import { plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Empty, Show } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'

const VERDICTS = { block: 'Blocked', warn: 'Warnings', pass: 'Passed' } as const
const TONES = { block: 'bad', warn: 'warn', pass: 'good' } as const

/** What the scan of the files on disk found, each with the line that it is about. */
export function FindingsTab({ skill }: { readonly skill: SkillView }) {
  const audit = useAnswer('GET /api/skill/audit', { skill: skill.id })
  return (
    <Show answer={audit} lines={10}>
      {(value) => (
        <Panel
          title="Scan of the files on disk"
          note={describeCoverage(value.coverage)}
          actions={<span className={`badge badge-${TONES[value.verdict]}`}>{VERDICTS[value.verdict]}</span>}
        >
          <Findings skill={skill} audit={value} />
          <div className="panel-note stack">
            <Command text={value.command} />
          </div>
        </Panel>
      )}
    </Show>
  )
}

function describeCoverage({ read, partial, unread }: AuditView['coverage']): string {
  const parts = [
    `${plural(read, 'file')} read`,
    ...(partial === 0 ? [] : [`${partial} in part`]),
    ...(unread === 0 ? [] : [`${unread} not`]),
  ]
  return parts.join(', ')
}

function Findings({ skill, audit }: { readonly skill: SkillView; readonly audit: AuditView }) {
  if (audit.findings.entries.length === 0) {
    return (
      <Empty title="No findings">
        <p>No known pattern was found. That does not prove that the skill is safe.</p>
      </Empty>
    )
  }
  return (
    <ul className="rows">
      {audit.findings.entries.map((finding) => (
        <li
          key={`${finding.rule} ${finding.file} ${finding.line} ${finding.column} ${finding.message}`}
          className="rows-line stack"
        >
          <FindingNote finding={finding} />
          <div className="row-apart">
            <code className="break excerpt">{finding.excerpt}</code>
            <Link
              className="mono small"
              to={skillPath(skill.id, { tab: 'files', file: finding.file, line: String(finding.line) })}
            >
              {finding.file}:{finding.line}
            </Link>
          </div>
        </li>
      ))}
      {audit.suppressed.map(({ rule, file, line, reason }) => (
        <li key={`${rule} ${file} ${line}`} className="rows-line soft">
          <span className="mono">{rule}</span> at {file}:{line} is accepted in your configuration: {reason}
        </li>
      ))}
    </ul>
  )
}
