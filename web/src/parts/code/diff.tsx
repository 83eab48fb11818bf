import type { FileChangeView } from '@api/common.js'
import { useMemo } from 'react'
import { showInvisible } from './invisible.js'
import { type DiffRow, toDiffRows } from './lines.js'

const SIGNS: Readonly<Record<DiffRow['kind'], string>> = { added: '+', removed: '−', same: ' ', place: '' }
const CHANGES = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const
const MOST_ROWS = 2000

/** What changed, file by file. */
export function Changes({ changes }: { readonly changes: readonly FileChangeView[] }) {
  if (changes.length === 0) return <p className="panel-note">The two are the same.</p>
  return (
    <div className="stack">
      {changes.map((change) => (
        <details key={change.path} className="change" open={changes.length <= 4}>
          <summary>
            <span className="mono break">{change.path}</span> <span className="badge">{CHANGES[change.change]}</span>
          </summary>
          {change.diff === undefined ? (
            <p className="panel-note">
              Not text, too long to compare line by line, or one of the two contents is not kept here.
            </p>
          ) : (
            <Diff diff={change.diff} path={change.path} />
          )}
        </details>
      ))}
    </div>
  )
}

function Diff({ diff, path }: { readonly diff: string; readonly path: string }) {
  const rows = useMemo(() => toDiffRows(diff), [diff])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="code" tabIndex={0} aria-label={`Changes of ${path}`}>
      {rows.slice(0, MOST_ROWS).map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their place.
        <div key={at} className={`diff-line diff-${row.kind}`}>
          <span className="code-number">{SIGNS[row.kind]}</span>
          <span className="code-text">{showInvisible(row.text)}</span>
        </div>
      ))}
      {rows.length > MOST_ROWS ? <p className="panel-note">{rows.length - MOST_ROWS} more lines.</p> : null}
    </section>
  )
}
