/** The command line as a function: words in, exit code out. */

import { parseArgs } from 'node:util'
import type { CommandIo, HubCommand } from './command.js'
import { COMMANDS } from './commands/commands.js'
import { describeCommand, describeCommands } from './help.js'
import { VERSION } from './version.js'

const DEFAULT_COMMAND = 'serve'

export async function run(words: readonly string[], io: CommandIo): Promise<number> {
  const [first] = words
  if (first === '--version' || first === '-v') return say(io, `${VERSION}\n`)
  if (first === '--help' || first === '-h' || first === 'help') return say(io, describeCommands(COMMANDS))
  const isNamed = first !== undefined && !first.startsWith('-')
  const name = isNamed ? first : DEFAULT_COMMAND
  const command = COMMANDS.find((each) => each.name === name || name.startsWith(`${each.name} `))
  if (command === undefined) {
    io.report(`error: unknown command '${name.slice(0, 80)}'\nRun 'metier-hub --help' to list all commands.\n`)
    return 2
  }
  return runCommand(command, isNamed ? words.slice(1) : words, io)
}

function say(io: CommandIo, text: string): number {
  io.print(text)
  return 0
}

async function runCommand(command: HubCommand, words: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parse(command, words)
  if (!parsed.ok) {
    io.report(`error: ${parsed.message}\nRun 'metier-hub ${command.name} --help' for its options.\n`)
    return 2
  }
  if (parsed.input.options.help === true) return say(io, describeCommand(command))
  const [least, most] = command.words ?? [0, 0]
  const count = parsed.input.words.length
  if (count < least || count > most) {
    const problem =
      count > most ? `unexpected argument '${parsed.input.words[most]?.slice(0, 80)}'` : 'missing argument'
    io.report(`error: ${problem}\nUsage: ${`metier-hub ${command.name} ${command.usage ?? ''}`.trimEnd()}\n`)
    return 2
  }
  const [action = ''] = parsed.input.words
  if (command.actions?.includes(action) === false) {
    const [last, ...others] = command.actions.toReversed()
    const allowed = others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`
    io.report(`error: unexpected argument '${action.slice(0, 80)}': use ${allowed}\n`)
    return 2
  }
  return command.run(parsed.input, io)
}

function parse(command: HubCommand, words: readonly string[]) {
  const known = Object.entries(command.options).map(
    ([name, { type, multiple = false }]) => [name, { type, multiple }] as const,
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { ...Object.fromEntries(known), help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    return { ok: true as const, input: { words: positionals, options: values } }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { ok: false as const, message: message.split('. ')[0] ?? message }
  }
}
