import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.js'
import { Icon } from './icon.js'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The browser's own modal: it keeps the focus, closes with Escape and gives the focus back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={element} className="dialog" aria-labelledby={heading} onClose={onClose}>
      <div className="panel-head">
        <h2 id={heading}>{title}</h2>
        <Button look="quiet" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <div className="panel-body stack">{children}</div>
    </dialog>
  )
}
