/** A form out of a JSON Schema: which fields it has, and what the filled-in fields are as an input. Pure. */

export type JsonSchema = Readonly<Record<string, unknown>>

export type Field = {
  readonly name: string
  readonly description: string
  readonly isRequired: boolean
  readonly initial: string
} & (
  | { readonly kind: 'text' | 'long_text' | 'json' }
  | { readonly kind: 'number'; readonly isWhole: boolean }
  | { readonly kind: 'truth' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
)

export type Filled = Readonly<Record<string, string>>

export type FormResult =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly faults: Readonly<Record<string, string>> }

const MOST_FIELDS = 100

/** The fields of an object schema, required ones first. Values that are not simple are typed as JSON. */
export function toFields(schema: JsonSchema): readonly Field[] {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const fields = Object.entries(properties)
    .slice(0, MOST_FIELDS)
    .map(([name, property]) => toField(name, isObject(property) ? property : {}, required.includes(name)))
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)]
}

/** What the form starts with. */
export function initialOf(fields: readonly Field[]): Filled {
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial]))
}

/** The input that the filled-in fields stand for, or what is wrong with each. Empty optional fields are left out. */
export function toInput(fields: readonly Field[], filled: Filled): FormResult {
  const input: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const field of fields) {
    const text = filled[field.name] ?? ''
    const read = text === '' ? readEmpty(field) : readField(field, text)
    if (read === undefined) continue
    if (read.ok) input[field.name] = read.value
    else faults[field.name] = read.fault
  }
  return Object.keys(faults).length === 0 ? { ok: true, input } : { ok: false, faults }
}

type Reading = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fault: string }

/** An empty text is a text; an empty number is none. */
function readEmpty(field: Field): Reading | undefined {
  if (!field.isRequired) return undefined
  return field.kind === 'text' || field.kind === 'long_text'
    ? { ok: true, value: '' }
    : { ok: false, fault: 'Required' }
}

function readField(field: Field, text: string): Reading {
  switch (field.kind) {
    case 'text':
    case 'long_text':
    case 'choice':
      return { ok: true, value: text }
    case 'truth':
      return { ok: true, value: text === 'true' }
    case 'number': {
      const value = Number(text)
      if (!Number.isFinite(value)) return { ok: false, fault: 'Not a number' }
      if (field.isWhole && !Number.isInteger(value)) return { ok: false, fault: 'Not a whole number' }
      return { ok: true, value }
    }
    case 'json':
      try {
        return { ok: true, value: JSON.parse(text) as unknown }
      } catch {
        return { ok: false, fault: 'Not valid JSON' }
      }
  }
}

function toField(name: string, property: JsonSchema, isRequired: boolean): Field {
  const common = {
    name,
    description: typeof property.description === 'string' ? property.description : '',
    isRequired,
    initial: initialValue(property),
  }
  const options = optionsOf(property)
  if (options !== undefined) return { ...common, kind: 'choice', options }
  switch (typeOf(property)) {
    case 'string':
      return { ...common, kind: isLong(name, property) ? 'long_text' : 'text' }
    case 'number':
      return { ...common, kind: 'number', isWhole: false }
    case 'integer':
      return { ...common, kind: 'number', isWhole: true }
    case 'boolean':
      return { ...common, kind: 'truth' }
    default:
      return { ...common, kind: 'json' }
  }
}

function optionsOf(property: JsonSchema): readonly string[] | undefined {
  const { enum: options } = property
  if (!Array.isArray(options) || options.length === 0) return undefined
  return options.every((option) => typeof option === 'string') ? options : undefined
}

/** `["string", "null"]` is a string that may be left out. */
function typeOf(property: JsonSchema): unknown {
  const { type } = property
  if (!Array.isArray(type)) return type
  const types = type.filter((one) => one !== 'null')
  return types.length === 1 ? types[0] : undefined
}

function initialValue(property: JsonSchema): string {
  const { default: value } = property
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isLong(name: string, property: JsonSchema): boolean {
  return /^(?:content|text|body|markdown|prompt|sql|code|arguments)$/.test(name) || Number(property.maxLength) > 500
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
