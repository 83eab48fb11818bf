/** The environment variables of a plugin's server: passed on by name, or with a fixed value. */

import { isFixedVariable } from '../../skill/tools-file/fixed-variable.js'
import type { ServerEntry } from '../../skill/tools-file/tools-file.js'
import type { ServerRefusal } from './plugin.js'

/** The names that a client gives a plugin's servers, which a plugin may not set. */
const ROOTS: readonly string[] = ['PLUGIN_ROOT', 'PLUGIN_DATA', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA']
/** As in a tools file. */
const LONGEST_VALUE = 4096
const MOST_VARIABLES = 64

/** In the open form, a variable that is set to itself or to nothing is passed on; any other value is fixed. */
export function placeVariables(
  env: Readonly<Record<string, unknown>>,
  form: 'closed' | 'open',
): Pick<ServerEntry, 'env' | 'set'> | ServerRefusal {
  const variables = Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (variables.length > MOST_VARIABLES) return 'invalid'
  const refused = variables.map(([name, value]) => refuseVariable(name, value, form)).find((why) => why !== undefined)
  if (refused !== undefined) return refused
  const passed = variables.filter(([name, value]) => isPassed(name, value, form)).map(([name]) => name)
  const fixed = variables.filter(([name]) => !passed.includes(name))
  return {
    ...(passed.length > 0 && { env: passed }),
    ...(fixed.length > 0 && { set: Object.fromEntries(fixed.map(([name, value]) => [name, String(value)])) }),
  }
}

function isPassed(name: string, value: unknown, form: 'closed' | 'open'): boolean {
  return form === 'open' && (value === '' || value === `\${${name}}`)
}

function refuseVariable(name: string, value: unknown, form: 'closed' | 'open'): ServerRefusal | undefined {
  const isValid = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !ROOTS.includes(name)
  if (!isValid || typeof value !== 'string' || value.length > LONGEST_VALUE) return 'invalid'
  if (isPassed(name, value, form)) return undefined
  return value.includes('${') || !isFixedVariable(name) ? 'variables' : undefined
}
