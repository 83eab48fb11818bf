import type { Command } from '../arguments/command.js'
import { refuseCommand } from '../arguments/unknown-command.js'
import { answerHelp, answerOverview } from '../help.js'

export const command: Command = {
  name: 'help',
  summary: 'Show help',
  arguments: [{ name: 'COMMAND', summary: 'The command to explain', isOptional: true, completes: 'commands' }],
  options: [],
  examples: [
    { line: 'metier help', summary: 'List all commands' },
    { line: 'metier help validate', summary: 'Show one command with examples' },
  ],
  async run(input, { commands }) {
    const name = input.argument('COMMAND')
    if (name === undefined) return answerOverview(commands)
    const entry = commands.find((candidate) => candidate.name === name || candidate.aliases?.includes(name) === true)
    if (entry === undefined) return refuseCommand(name, commands)
    const { command: explained } = await entry.load()
    return answerHelp(explained)
  },
}
