/** Finds mistyped types in a JSON Schema. A validator reports each of them several times, and without its place. */

import { nearestWords } from '../text/nearest-words.js'
import { isRecord } from '../unknown-value.js'
import { escapeKey, type PlacedProblem } from './tools-file.js'

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
/** Keywords whose value is a schema or a list of schemas. */
const DIRECT = ['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else']
/** Keywords whose value has a schema for each name. */
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions']
const DEEPEST = 64

export function findUnknownTypes(schema: unknown, pointer: string, depth = 0): readonly PlacedProblem[] {
  if (depth > DEEPEST) return []
  if (Array.isArray(schema)) return schema.flatMap((one, at) => findUnknownTypes(one, `${pointer}/${at}`, depth + 1))
  if (!isRecord(schema)) return []
  const direct = DIRECT.flatMap((key) => findUnknownTypes(schema[key], `${pointer}/${key}`, depth + 1))
  const named = NAMED.flatMap((key) =>
    Object.entries(isRecord(schema[key]) ? schema[key] : {}).flatMap(([name, one]) =>
      findUnknownTypes(one, `${pointer}/${key}/${escapeKey(name)}`, depth + 1),
    ),
  )
  return [...checkTypes(schema.type, `${pointer}/type`), ...direct, ...named]
}

function checkTypes(type: unknown, pointer: string): readonly PlacedProblem[] {
  if (Array.isArray(type)) return type.flatMap((one, at) => checkTypes(one, `${pointer}/${at}`))
  if (typeof type !== 'string' || TYPES.includes(type)) return []
  const [near] = nearestWords(TYPES, type)
  const suggestion = near === undefined ? `Use one of: ${TYPES.join(', ')}` : `Did you mean '${near}'?`
  return [{ code: 'tools_invalid', pointer, message: `unknown type '${type.slice(0, 80)}'`, suggestion }]
}
