/** JavaScript expressions that need no further look: literals, and operators on what is already known. */

import type { Expression } from '../program.js'
import type { ScriptTree } from './javascript-nodes.js'

export function binary(operator: string, at: number, parts: readonly Expression[]): Expression {
  if (operator === '+') return { type: 'concat', at, parts }
  return /^(?:[-*%^&|]|<<|>>)$/.test(operator) ? { type: 'operation', operator, at, parts } : { type: 'mix', at, parts }
}

export function literal(tree: ScriptTree): Expression {
  const { value, start: at } = tree
  if (typeof value === 'string') return { type: 'text', at, value }
  return typeof value === 'number' ? { type: 'number', at, value } : { type: 'mix', at, parts: [] }
}
