import type { AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { navigate } from './location.js'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string
  readonly children: ReactNode
  readonly ref?: Ref<HTMLAnchorElement> | undefined
}

/** A real link, so that it opens in a new tab as well; a plain click stays in the page. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  )
}
