/**
 * Whether the `allowed-tools` of an approved skill let a call pass without a question: `Read`, `mcp__github__*`,
 * `Bash(git:*)`.
 */

import { splitSimpleCommand } from '../../skill/command/simple-command.js'
import { matchesPattern } from '../../skill/text/pattern.js'

/** Whether one of the patterns covers the call. */
export function isPreapproved(patterns: readonly string[], tool: string, params: unknown): boolean {
  return patterns.some((pattern) => approves(pattern, tool, params))
}

function approves(pattern: string, tool: string, params: unknown): boolean {
  const [, name = '', argument] = /^([^()]*)(?:\((.*)\))?$/s.exec(pattern) ?? []
  // A bare star would approve every tool, including ones that the user never saw.
  if (name.replaceAll('*', '') === '' || !matchesPattern(name, tool)) return false
  if (argument === undefined) return true
  const command = commandOf(params)
  return command !== undefined && approvesCommand(argument.trim(), command)
}

/** Arguments are patterns for commands. They have no defined meaning for other tools. */
function commandOf(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !Object.hasOwn(params, 'command')) return undefined
  const { command } = params as { readonly command: unknown }
  return typeof command === 'string' ? command : undefined
}

/** `git:*` and `git *` allow any further words, `git status` only itself. */
function approvesCommand(argument: string, command: string): boolean {
  const isOpen = /(?::|\s)\*$/.test(argument)
  const fixed = argument.replace(/(?::|\s)\*$/, '')
  // A star anywhere else is not supported, so the user is asked.
  const wanted = splitSimpleCommand(fixed)
  const words = splitSimpleCommand(command)
  if (wanted === undefined || words === undefined || wanted.length === 0) return false
  if (isOpen ? words.length < wanted.length : words.length !== wanted.length) return false
  return wanted.every((word, at) => word === words[at])
}
