/** The closed schemas of Agent Plugins 1.0. Their addresses are identifiers, which are never fetched. */

import { isRecord } from '../../skill/unknown-value.js'
import type { PluginProblem } from './plugin.js'

type JsonObject = Readonly<Record<string, unknown>>

/** The problems of a file, and whether they make it unusable. */
export interface CheckedFile {
  readonly problems: readonly PluginProblem[]
  readonly isRejected: boolean
}

const SCHEMAS = 'https://agent-plugins.org/schemas/'
const PLUGIN_SCHEMA = `${SCHEMAS}1.0.0/plugin.schema.json`
const SERVERS_SCHEMA = `${SCHEMAS}1.0.0/mcp.schema.json`
const NAME = /^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?$/

/** Whether a `plugin.json` claims to be an Agent Plugin, of whatever version. */
export function isAgentPlugin({ $schema }: JsonObject): boolean {
  return typeof $schema === 'string' && $schema.startsWith(SCHEMAS)
}

/** Whether it has the version that is understood here. */
export function isSupportedPlugin({ $schema }: JsonObject): boolean {
  return $schema === PLUGIN_SCHEMA
}

type FieldType = 'string' | 'array of strings' | 'object'

const PLUGIN_FIELDS: Readonly<Record<string, FieldType>> = {
  $schema: 'string',
  name: 'string',
  version: 'string',
  description: 'string',
  homepage: 'string',
  repository: 'string',
  license: 'string',
  author: 'object',
  keywords: 'array of strings',
  extensions: 'object',
}

const AUTHOR_FIELDS: Readonly<Record<string, FieldType>> = { name: 'string', email: 'string', url: 'string' }

/** An unknown field and bad extensions are reported; every other violation rejects the plugin. */
export function checkAgentPlugin(manifest: JsonObject, file: string): CheckedFile {
  const { author, name } = manifest
  const top = checkFields(manifest, PLUGIN_FIELDS, { file, pointer: '' })
  const deep = isRecord(author) ? checkFields(author, AUTHOR_FIELDS, { file, pointer: '/author' }) : []
  const named: readonly PluginProblem[] =
    name === undefined
      ? [{ file, pointer: '/name', kind: 'missing_field' }]
      : typeof name === 'string' && !NAME.test(name)
        ? [{ file, pointer: '/name', kind: 'invalid_value' }]
        : []
  const problems = [...top, ...deep, ...named]
  const isHarmless = ({ kind, pointer }: PluginProblem) =>
    pointer === '/extensions' || (kind === 'unknown_field' && !pointer.startsWith('/author/'))
  return { problems, isRejected: !problems.every(isHarmless) }
}

/** An `mcp.json` is closed, and every violation leaves out all its servers. */
export function checkAgentServers(value: unknown, file: string): CheckedFile {
  if (!isRecord(value)) return reject({ file, pointer: '', kind: 'wrong_type', expected: 'object' })
  const { $schema, mcpServers } = value
  const problems: PluginProblem[] = [
    ...checkFields(value, { $schema: 'string', mcpServers: 'object' }, { file, pointer: '' }),
    ...(mcpServers === undefined ? [{ file, pointer: '/mcpServers', kind: 'missing_field' } as const] : []),
  ]
  if ($schema === undefined) problems.push({ file, pointer: '/$schema', kind: 'missing_field' })
  else if ($schema !== SERVERS_SCHEMA) problems.push({ file, pointer: '/$schema', kind: 'invalid_value' })
  return { problems, isRejected: problems.length > 0 }
}

function reject(problem: PluginProblem): CheckedFile {
  return { problems: [problem], isRejected: true }
}

interface Place {
  readonly file: string
  readonly pointer: string
}

/** Reports fields that are unknown or have another type. */
function checkFields(
  value: JsonObject,
  fields: Readonly<Record<string, FieldType>>,
  { file, pointer }: Place,
): readonly PluginProblem[] {
  return Object.entries(value).flatMap(([key, field]): readonly PluginProblem[] => {
    const at = { file, pointer: `${pointer}/${shorten(key)}` }
    const expected = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (expected === undefined) return [{ ...at, kind: 'unknown_field' }]
    return hasType(field, expected) ? [] : [{ ...at, kind: 'wrong_type', expected }]
  })
}

function hasType(value: unknown, type: FieldType): boolean {
  if (type === 'object') return isRecord(value)
  if (type === 'string') return typeof value === 'string'
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

const LONGEST_KEY = 80

/** A pointer is shown to people, so a key of any length or content must fit a line. */
function shorten(key: string): string {
  const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1')
  return JSON.stringify(escaped.slice(0, LONGEST_KEY)).slice(1, -1)
}

/** One sentence about a problem. */
export function describePluginProblem({ file, pointer, kind, expected = '' }: PluginProblem): string {
  const where = pointer === '' ? file : `${file} at ${pointer}`
  switch (kind) {
    case 'not_json':
      return `${where}: not valid JSON`
    case 'unknown_field':
      return `${where}: unknown field`
    case 'missing_field':
      return `${where}: required field is missing`
    case 'wrong_type':
      return `${where}: must be ${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`
    case 'invalid_value':
      return `${where}: invalid value`
  }
}
