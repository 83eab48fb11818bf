import { type ReactNode, useId } from 'react'

interface PanelProps {
  readonly title: string
  readonly note?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly isPadded?: boolean
}

/** A titled part of a page. */
export function Panel({ title, note, actions, children, isPadded = false }: PanelProps) {
  const heading = useId()
  return (
    <section className="panel" aria-labelledby={heading}>
      <div className="panel-head">
        <div className="row">
          <h2 id={heading}>{title}</h2>
          {note === undefined ? null : <span className="soft small">{note}</span>}
        </div>
        {actions === undefined ? null : <div className="row">{actions}</div>}
      </div>
      {isPadded ? <div className="panel-body stack">{children}</div> : children}
    </section>
  )
}

/** The title of a tab takes the width that it has when it is current, so that its neighbours stay in their place. */
export function TabTitle({ children }: { readonly children: string }) {
  return (
    <span className="tab-title" data-title={children}>
      {children}
    </span>
  )
}

interface PageHeadProps {
  readonly title: ReactNode
  readonly children?: ReactNode
}

/** The heading takes the focus after a change of page, so that it is read out. */
export function PageHead({ title, children }: PageHeadProps) {
  return (
    <header className="page-head">
      <h1 id="page-title" tabIndex={-1}>
        {title}
      </h1>
      {children}
    </header>
  )
}
