import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon } from './icon.js'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'plain' | 'main' | 'danger' | 'quiet'
  /** What it is doing right now, such as "Disabling…". The button keeps its focus and ignores further clicks. */
  readonly busy?: string | undefined
  readonly children: ReactNode
}

export function Button({ look = 'plain', busy, children, onClick, disabled, className = '', ...rest }: ButtonProps) {
  const isOff = busy !== undefined || disabled === true
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${look} ${className}`}
      aria-disabled={isOff}
      aria-busy={busy !== undefined}
      onClick={(event) => {
        if (isOff) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy === undefined ? (
        children
      ) : (
        <>
          <Icon name="spinner" className="spin" />
          {busy}
        </>
      )}
    </button>
  )
}
