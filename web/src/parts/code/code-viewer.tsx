import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef } from 'react'
import { AuditMark } from '../state.js'
import { showInvisible } from './invisible.js'
import { type CodeRow, type ShownFinding, toRows } from './lines.js'

interface CodeViewerProps {
  readonly text: string
  readonly label: string
  readonly findings?: readonly ShownFinding[]
  /** The line to show first. */
  readonly line?: number | undefined
}

const NONE: readonly ShownFinding[] = []
const LINE_HEIGHT = 20

/** A text with line numbers, of any length, with findings below the lines that they are about. */
export const CodeViewer = memo(({ text, label, findings = NONE, line }: CodeViewerProps) => {
  const rows = useMemo(() => toRows(text, findings), [text, findings])
  const element = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 30,
  })
  useEffect(() => {
    if (line !== undefined && line >= 1) virtual.scrollToIndex(line - 1, { align: 'center' })
  }, [line, virtual])
  const shown = virtual.getVirtualItems()
  const digits = String(rows.length).length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section ref={element} className={`code code-digits-${Math.min(digits, 6)}`} tabIndex={0} aria-label={label}>
      <div className="code-space" style={{ height: virtual.getTotalSize() }}>
        <div className="code-shown" style={{ transform: `translateY(${shown[0]?.start ?? 0}px)` }}>
          {shown.map(({ index }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <div key={index} data-index={index} ref={virtual.measureElement}>
                <Row row={row} isMarked={row.number === line} />
              </div>
            )
          })}
        </div>
      </div>
    </section>
  )
})

const Row = memo(({ row, isMarked }: { readonly row: CodeRow; readonly isMarked: boolean }) => {
  const [worst] = row.findings
  const look = worst === undefined ? '' : `code-line-${worst.severity}`
  return (
    <>
      <div className={`code-line ${look} ${isMarked ? 'code-line-marked' : ''}`}>
        <span className="code-number" aria-hidden="true">
          {row.number}
        </span>
        <span className="code-text">
          {showInvisible(row.text)}
          {row.left === 0 ? null : <span className="soft"> … {row.left.toLocaleString('en')} more characters</span>}
        </span>
      </div>
      {row.findings.map((finding) => (
        <FindingNote key={`${finding.rule}:${finding.column}:${finding.message}`} finding={finding} />
      ))}
    </>
  )
})

/** Why a line was found, and what an honest author would write. */
export function FindingNote({ finding }: { readonly finding: ShownFinding }) {
  return (
    <div className={`finding finding-${finding.severity}`} id={`finding-${finding.rule}-${finding.line}`}>
      <p className="finding-head">
        <AuditMark audit={finding.severity} /> <strong>{finding.pattern}</strong>{' '}
        <span className="soft mono">{finding.rule}</span>
        {finding.opinion === undefined ? null : <span className="badge">Opinion of {finding.opinion.model}</span>}
      </p>
      <p className="break">{finding.message}</p>
      {finding.advice === undefined ? null : (
        <p className="break">
          <span className="soft">Write instead: </span>
          {finding.advice}
        </p>
      )}
    </div>
  )
}
