import type { FindingView } from '../../../../packages/hub/src/routes/views.js'
import { FindingNote } from '../../parts/code/code-viewer.js'
import { showInvisible } from '../../parts/code/invisible.js'
import { plural } from '../../parts/format.js'
import { Link } from '../../router/link.js'

interface FindingListProps {
  readonly findings: readonly FindingView[]
  readonly toLine: (finding: FindingView) => string
}

const MOST = 100

/** Why each line was found, what it says, and the way to it. */
export function FindingList({ findings, toLine }: FindingListProps) {
  const left = findings.length - MOST
  return (
    <ul className="rows">
      {findings.slice(0, MOST).map((finding) => (
        <li
          key={`${finding.rule} ${finding.file} ${finding.line} ${finding.column} ${finding.message}`}
          className="rows-line stack"
        >
          <FindingNote finding={finding} />
          <div className="row-apart">
            {finding.excerpt === '' ? (
              <span />
            ) : (
              <code className="break excerpt">{showInvisible(finding.excerpt)}</code>
            )}
            <Link className="mono small break" to={toLine(finding)}>
              {finding.file}:{finding.line}
            </Link>
          </div>
        </li>
      ))}
      {left > 0 ? (
        <li className="rows-line soft">{plural(left, 'more finding')}, on their lines in the files</li>
      ) : null}
    </ul>
  )
}

/** "2 warnings, 1 note". */
export function countFindings(findings: readonly FindingView[]): string {
  const of = (severity: FindingView['severity']) => findings.filter((finding) => finding.severity === severity).length
  const parts = [
    [of('block'), 'blocker'],
    [of('warn'), 'warning'],
    [of('note'), 'note'],
  ] as const
  const given = parts.filter(([number]) => number > 0).map(([number, word]) => plural(number, word))
  return given.length === 0 ? 'No findings' : given.join(', ')
}
