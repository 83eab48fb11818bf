/** What a user sees before a call: each value on its own line, so that none can push another out of sight. */

import { toJson, toPlainText } from '../../skill/text/plain-text.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { isRecord } from '../../skill/unknown-value.js'
import type { PermissionRequest } from './permission.js'

/** The limits for one value, for all values together, and the minimum for each. */
const LONGEST_VALUE = 1_000
const LONGEST_TOGETHER = 8_000
const SHORTEST_VALUE = 80
const LONGEST_KEY = 80
const LONGEST_WORD = 200
const DEEPEST = 8

/**
 * The question to put to the user before a call, without the words that ask: what would happen, the program that would run,
 * and each value of the input on a line of its own. Long values are cut in the middle. Nothing in it moves a cursor.
 *
 * @example
 * import { createInterface } from 'node:readline/promises'
 * import { describePermission, VirtualWorkspace } from 'metier/workspace'
 *
 * const terminal = createInterface({ input: process.stdin, output: process.stderr })
 * const workspace = new VirtualWorkspace({
 *   approve: async (request) => (await terminal.question(`${describePermission(request)}\nAllow it? (y/n) `)) === 'y',
 * })
 */
export function describePermission(request: PermissionRequest): string {
  return [toPlainText(request.message), ...describeCall(request)].join('\n')
}

/** The program and the input of a call, as lines. A question about a server has the command in its message. */
export function describeCall({ action, command, params }: DescribedCall): readonly string[] {
  return [...(action === 'call_tool' ? describeCommand(command) : []), ...describeInput(params)]
}

interface DescribedCall {
  readonly action?: string | undefined
  readonly command?: readonly string[] | undefined
  readonly params?: unknown
}

function describeCommand(command: readonly string[] | undefined): readonly string[] {
  if (command === undefined || command.length === 0) return []
  return [toPlainText(`Command: ${command.map((word) => cutMiddle(quoteForShell(word), LONGEST_WORD)).join(' ')}`)]
}

function describeInput(params: unknown): readonly string[] {
  if (params === undefined || (isRecord(params) && Object.keys(params).length === 0)) return []
  const values = [...leavesOf(params, '', 0)]
  const room = Math.max(SHORTEST_VALUE, Math.min(LONGEST_VALUE, Math.floor(LONGEST_TOGETHER / values.length)))
  const lines = values.map(([key, value]) => `${key === '' ? '' : `${key}: `}${cutMiddle(toLine(value), room)}`)
  return lines.length === 1 ? [`Input: ${lines[0]}`] : ['Input:', ...lines.map((line) => `  ${line}`)]
}

/** Keeps the start and the end, and says how much is left out. */
function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text
  const half = Math.floor(most / 2)
  const left = text.length - 2 * half
  return `${text.slice(0, half)} … (${left} characters left out) … ${text.slice(-half)}`
}

function toLine(value: unknown): string {
  return value === undefined ? 'undefined' : toJson(value).replaceAll('\n', ' ')
}

function* leavesOf(value: unknown, key: string, depth: number): Generator<readonly [string, unknown]> {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (inner.length === 0 || depth >= DEEPEST) {
    yield [key, value]
    return
  }
  for (const [name, item] of inner) {
    const shown = cutMiddle(/^[\w-]+$/.test(name) ? name : toJson(name), LONGEST_KEY)
    yield* leavesOf(item, key === '' ? shown : `${key}.${shown}`, depth + 1)
  }
}
