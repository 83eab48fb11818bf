/** Explains why a `tools.yaml` does not match its schema, so that its author can fix it. */

import { nearestWords } from '../text/nearest-words.js'
import { isRecord } from '../unknown-value.js'
import { NAME } from './schema.js'
import { escapeKey, type PlacedProblem } from './tools-file.js'

/** Where a value does not match a schema. */
export interface SchemaViolation {
  /** A JSON pointer to the value. */
  readonly instancePath: string
  readonly keyword: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
  readonly data?: unknown
  /** Set if the issue is about a key. */
  readonly propertyName?: string
  /** The schema that has the keyword. */
  readonly parentSchema?: unknown
}

/** `file` is the whole value; a tool that has a name is called by it. */
export function explainShape(issues: readonly SchemaViolation[], file: unknown): readonly PlacedProblem[] {
  return issues.flatMap((issue) => {
    const { instancePath, keyword, params } = issue
    // The error of the choice itself already covers its branches.
    if (keyword === 'required' && /^\/servers\/[^/]+$/.test(instancePath)) return []
    // A bad key is reported once, as `propertyNames`.
    if (issue.propertyName !== undefined) return []
    const key = params.additionalProperty ?? params.propertyName
    const pointer = key === undefined ? instancePath : `${instancePath}/${escapeKey(String(key))}`
    return [{ code: 'tools_invalid' as const, pointer, ...explain(issue, nameOf(instancePath, file)) }]
  })
}

interface Explanation {
  readonly message: string
  readonly suggestion?: string
}

function explain(issue: SchemaViolation, name: string): Explanation {
  const { instancePath, keyword, message = 'is not valid', params, data } = issue
  switch (keyword) {
    case 'additionalProperties':
      return explainUnknown(issue)
    case 'required':
      return { message: `${name} has no '${params.missingProperty}'` }
    case 'oneOf':
      return { message: `${name} needs either command or url` }
    case 'enum':
      return explainChoice(issue, name)
    case 'const':
      return { message: `${name} must be ${show(params.allowedValue)}, not ${show(data)}` }
    case 'pattern':
      return instancePath.endsWith('/name')
        ? { message: `${name} must not be ${show(data)}`, suggestion: NAME_RULE }
        : { message: `${name} ${message}` }
    case 'propertyNames':
      return { message: `a name in ${name} must not be ${show(params.propertyName)}`, suggestion: NAME_RULE }
    case 'type':
      return explainType(issue, name)
    default:
      return { message: `${name} ${message}` }
  }
}

const NAME_RULE = "Use 1 to 64 letters, digits, '_', '-' and '.'"

function explainUnknown({ params, parentSchema }: SchemaViolation): Explanation {
  const key = String(params.additionalProperty)
  const known = isRecord(parentSchema) && isRecord(parentSchema.properties) ? Object.keys(parentSchema.properties) : []
  const [near] = nearestWords(known, key)
  const message = `unknown field '${key}'`
  if (near !== undefined) return { message, suggestion: `Did you mean '${near}'?` }
  return { message, suggestion: `Use one of: ${known.filter((name) => !name.startsWith('$')).join(', ')}` }
}

function explainChoice({ data, params }: SchemaViolation, name: string): Explanation {
  const words = Array.isArray(params.allowedValues) ? params.allowedValues.map(String) : []
  const choices = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  const message = `${name} must be ${choices}, not ${show(data)}`
  const [near] = typeof data === 'string' ? nearestWords(words, data) : []
  return near === undefined ? { message } : { message, suggestion: `Did you mean '${near}'?` }
}

function explainType({ params, data }: SchemaViolation, name: string): Explanation {
  const message = `${name} must be ${KINDS[String(params.type)] ?? params.type}, not ${kindOf(data)}`
  if (params.type === 'array' && typeof data === 'string') return { message, suggestion: suggestList(data) }
  if (params.type === 'string' && (typeof data === 'number' || typeof data === 'boolean')) {
    return { message, suggestion: `Quote it: "${data}"` }
  }
  return { message }
}

const KINDS: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a mapping',
  string: 'a string',
  number: 'a number',
}

function kindOf(value: unknown): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  return KINDS[typeof value] ?? `a ${typeof value}`
}

/** A line with shell syntax would not work as a list, since no shell reads it. */
function suggestList(line: string): string {
  if (!/^[\w\s./:@%+={}-]+$/.test(line)) {
    return 'Write the program and its arguments as a list. No shell is used, so put pipes and variables into a script'
  }
  const words = line.split(/\s+/).filter((word) => word !== '')
  return `Write [${words.map((word) => (/[{}:]/.test(word) ? `"${word}"` : word)).join(', ')}]`
}

const MOST_SHOWN = 80

function show(value: unknown): string {
  const text = typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? String(value))
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}

/** The path of a field for people: `tool 'extract': category`, or `tool 1: category` if the tool has no valid name. */
function nameOf(pointer: string, file: unknown): string {
  const [, at = '', below = ''] = /^\/tools\/(\d+)(?:\/(.*))?$/s.exec(pointer) ?? []
  const tools = isRecord(file) && Array.isArray(file.tools) ? file.tools : []
  const tool: unknown = at === '' ? undefined : tools[Number(at)]
  if (at === '') return pathOf(pointer)
  const isNamed = isRecord(tool) && typeof tool.name === 'string' && VALID_NAME.test(tool.name)
  const what = isNamed ? `tool '${tool.name}'` : `tool ${Number(at) + 1}`
  return below === '' ? what : `${what}: ${pathOf(`/${below}`)}`
}

const VALID_NAME = new RegExp(NAME.pattern)

function pathOf(pointer: string): string {
  return pointer === '' ? 'the file' : pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
}
