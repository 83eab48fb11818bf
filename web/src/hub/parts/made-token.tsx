import { useEffect, useRef } from 'react'
import { Command, CopyButton } from '../../parts/copy.js'
import { useSession } from '../server/session.js'

interface MadeTokenProps {
  readonly token: string
  readonly title: string
}

/** The only moment at which a token's text is known. */
export function MadeToken({ token, title }: MadeTokenProps) {
  const { hub } = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="notice notice-good">
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <p>Copy it now. The hub keeps only its hash and cannot show it again.</p>
      <div className="command hub-secret">
        <code>{token}</code>
        <CopyButton text={token} what="the token" label="Copy" />
      </div>
      <p className="soft small">Log in with it on the machine that uses it:</p>
      <Command text={`metier login ${hub.url}`} />
    </div>
  )
}
