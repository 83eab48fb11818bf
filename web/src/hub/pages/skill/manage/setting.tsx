import type { ReactNode } from 'react'

interface SettingProps {
  readonly title: string
  /** How it is now. */
  readonly state: ReactNode
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** One thing that can be changed: how it is now, and the button. */
export function Setting({ title, state, action, children }: SettingProps) {
  return (
    <li className="rows-line stack">
      <div className="row-apart">
        <div className="stack-tight hub-setting">
          <h3>{title}</h3>
          <p className="soft break">{state}</p>
        </div>
        {action}
      </div>
      {children}
    </li>
  )
}
