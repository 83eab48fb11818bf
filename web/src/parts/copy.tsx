import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { announce } from './announce.js'
import { Icon } from './icon.js'

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for those who cannot see where the button stands. */
  readonly what: string
  readonly label?: string
}

/** Copies a text and says so. */
export function CopyButton({ text, what, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), 1600)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        setOutcome('copied')
        announce(`Copied ${what}`)
      },
      () => {
        setOutcome('refused')
        announce(`The browser refused to copy ${what}. Select the text instead.`)
      },
    )
  }
  const words = outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Select it' : label
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      onClick={copy}
    >
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} className={outcome === 'copied' ? 'good' : ''} />
      {words}
    </button>
  )
}

interface CommandProps {
  readonly text: string
  /** Without a frame, for long lists. */
  readonly isQuiet?: boolean
}

/** A word moves to the next line as a whole, so that no option is torn apart at its hyphens. */
function words(command: string): readonly ReactNode[] {
  return command.split(' ').map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words have no other identity than their place.
    <Fragment key={at}>
      {at === 0 ? '' : ' '}
      <span className="command-word">{word}</span>
    </Fragment>
  ))
}

/** The command that does the same as the button or row next to it. */
export function Command({ text, isQuiet = false }: CommandProps) {
  return (
    <div className={isQuiet ? 'command command-quiet' : 'command'}>
      <code>{words(text)}</code>
      <CopyButton text={text} what={`the command ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`} />
    </div>
  )
}
