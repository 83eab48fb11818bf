import { useId } from 'react'
import type { Field, Filled } from './schema.js'

interface SchemaFormProps {
  readonly fields: readonly Field[]
  readonly filled: Filled
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
}

/** The fields of a schema. */
export function SchemaForm({ fields, filled, faults, onChange }: SchemaFormProps) {
  if (fields.length === 0) return <p className="soft">This tool takes no input.</p>
  return fields.map((field) => (
    <FieldRow
      key={field.name}
      field={field}
      value={filled[field.name] ?? ''}
      fault={faults[field.name]}
      onChange={(value) => onChange(field.name, value)}
    />
  ))
}

interface FieldRowProps {
  readonly field: Field
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (value: string) => void
}

function FieldRow({ field, value, fault, onChange }: FieldRowProps) {
  const id = useId()
  const note = `${id}-note`
  const described = field.description === '' && fault === undefined ? undefined : note
  return (
    <div className="field">
      <label htmlFor={id}>
        <span className="mono">{field.name}</span>{' '}
        <span className="soft small">{field.isRequired ? 'required' : 'optional'}</span>
      </label>
      <Control
        id={id}
        field={field}
        value={value}
        described={described}
        isWrong={fault !== undefined}
        onChange={onChange}
      />
      {described === undefined ? null : (
        <p id={note} className="field-note break">
          {fault === undefined ? null : <strong className="field-fault">{fault}. </strong>}
          {field.description}
        </p>
      )}
    </div>
  )
}

interface ControlProps {
  readonly id: string
  readonly field: Field
  readonly value: string
  readonly described: string | undefined
  readonly isWrong: boolean
  readonly onChange: (value: string) => void
}

function Control({ id, field, value, described, isWrong, onChange }: ControlProps) {
  const common = { id, value, className: 'input', 'aria-describedby': described, 'aria-invalid': isWrong }
  switch (field.kind) {
    case 'choice':
    case 'truth':
      return (
        <select {...common} onChange={(event) => onChange(event.target.value)}>
          <option value="">{field.isRequired ? 'Choose…' : 'Not set'}</option>
          {(field.kind === 'choice' ? field.options : ['true', 'false']).map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      )
    case 'json':
    case 'long_text':
      return (
        <textarea
          {...common}
          className={`input ${field.kind === 'json' ? 'mono' : ''}`}
          rows={3}
          placeholder={field.kind === 'json' ? 'JSON, such as ["a", "b"]' : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'number':
      return <input {...common} inputMode="decimal" onChange={(event) => onChange(event.target.value)} />
    case 'text':
      return (
        <input {...common} autoComplete="off" spellCheck={false} onChange={(event) => onChange(event.target.value)} />
      )
  }
}
