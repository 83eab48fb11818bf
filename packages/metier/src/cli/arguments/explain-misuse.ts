/** Suggests how to fix words that a command does not understand. */

import { nearestWords } from '../../skill/text/nearest-words.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { type Command, type CommandOutcome, misuse } from './command.js'
import { GLOBAL_OPTIONS } from './global-options.js'
import { optionsOf, type ParseProblem } from './parse-words.js'

/** The command is undefined if none was named. */
export function explainMisuse(
  command: Command | undefined,
  words: readonly string[],
  { message, json, unknown, invalid }: ParseProblem,
): CommandOutcome {
  const help =
    command === undefined
      ? "Run 'metier help' to see all commands and options."
      : `Run 'metier help ${command.name}' to see its usage.`
  if (invalid !== undefined)
    return misuse(message, [...suggestWords(nearestWords(invalid.values, invalid.value)), help])
  if (unknown === undefined) return misuse(message, [help], json)
  const options = command === undefined ? GLOBAL_OPTIONS : optionsOf(command)
  const near = nearestWords(
    options.map(({ name }) => `--${name}`),
    unknown,
  )
  if (near.length > 0) return misuse(message, [...suggestWords(near), help])
  // With a word behind it, it was meant as an option.
  const at = words.indexOf(unknown)
  const isAlone = at < 0 || words[at + 1]?.startsWith('-') !== false
  const isValue = command !== undefined && command.arguments.length > 0 && isAlone
  return misuse(message, [...(isValue ? [suggestDashes(words, unknown)] : []), help])
}

function suggestWords(near: readonly string[]): readonly string[] {
  return near.length === 0 ? [] : [`Did you mean: ${near.join(', ')}`]
}

/** A skill can be called `-dash`; no word after `--` is an option. */
function suggestDashes(words: readonly string[], unknown: string): string {
  const at = words.findIndex((word) => word === unknown || word.startsWith(`${unknown}=`))
  const line = [...words.toSpliced(at, 1), '--', words[at] ?? unknown].map(quoteForShell).join(' ')
  return `To pass it as an argument, put it after --: metier ${line}`
}
