import { type CommandEntry, misuse, type Outcome } from './command.js'
import { nearestWords } from './nearest-words.js'

/** Says that there is no such command, and which one may have been meant. */
export function refuseCommand(name: string, commands: readonly CommandEntry[]): Outcome {
  const near = nearestWords(
    commands.map((entry) => entry.name),
    name,
  )
  const meant = near.length === 0 ? [] : [`Did you mean: ${near.map((word) => `metier ${word}`).join(', ')}`]
  return misuse(`unknown command: ${name}`, [...meant, 'Run metier help to see every command.'])
}
