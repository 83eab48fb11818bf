import { type ReactNode, useId } from 'react'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly note?: ReactNode
  readonly most: number
  readonly isRequired?: boolean
  /** For handles and names that are typed letter by letter. */
  readonly isMono?: boolean
  readonly isLong?: boolean
}

/** A field with its label and a note below. */
export function TextField({ label, value, onChange, note, most, ...look }: TextFieldProps) {
  const id = useId()
  const shared = {
    id,
    className: look.isMono === true ? 'input mono' : 'input',
    required: look.isRequired === true,
    maxLength: most,
    value,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {look.isLong === true ? (
        <textarea {...shared} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          {...shared}
          autoComplete="off"
          spellCheck={look.isMono !== true}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {note === undefined ? null : (
        <p className="field-note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}
