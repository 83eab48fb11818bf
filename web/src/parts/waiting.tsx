/** Shown for an answer that is on its way, did not come, or is empty. */
import type { ReactNode } from 'react'

interface ShownProblem {
  readonly code: string
  readonly message: string
  readonly suggestions: readonly string[]
  readonly file?: string | undefined
  readonly line?: number | undefined
}

interface ShowProps<T> {
  readonly answer: { readonly value: T | undefined; readonly problem: ShownProblem | undefined }
  /** How many lines to keep free, so that nothing jumps when the answer comes. */
  readonly lines?: number
  readonly children: (value: T) => ReactNode
}

/** Shows an answer once it is there. A newer problem is shown above the last good answer and does not replace it. */
export function Show<T>({ answer, lines = 6, children }: ShowProps<T>) {
  const { value, problem } = answer
  if (value === undefined)
    return problem === undefined ? <Placeholder lines={lines} /> : <ProblemNotice problem={problem} />
  return (
    <>
      {problem === undefined || problem.code === 'server_lost' ? null : <ProblemNotice problem={problem} />}
      {children(value)}
    </>
  )
}

const WIDTHS = ['w-60', 'w-90', 'w-75', 'w-40', 'w-85', 'w-50']

export function Placeholder({ lines }: { readonly lines: number }) {
  return (
    <div className="placeholders" aria-busy="true">
      <span className="visually-hidden">Loading…</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <div key={line} className={`placeholder ${WIDTHS[line % WIDTHS.length]}`} />
      ))}
    </div>
  )
}

export function ProblemNotice({ problem }: { readonly problem: ShownProblem }) {
  return (
    <div className="notice notice-bad" role="alert">
      <p className="break">
        <strong>{problem.message}</strong>
        {problem.file === undefined ? null : (
          <span className="soft">
            {' '}
            {problem.file}
            {problem.line === undefined ? '' : `:${problem.line}`}
          </span>
        )}
      </p>
      {problem.suggestions.length === 0 ? null : (
        <ul>
          {problem.suggestions.map((suggestion) => (
            <li key={suggestion} className="break">
              {suggestion}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
}

/** An empty place says why it is empty and what would fill it. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {children}
    </div>
  )
}
