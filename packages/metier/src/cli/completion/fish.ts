import type { Argument, Command, Completes, Option } from '../arguments/command.js'
import { GLOBAL_OPTIONS } from '../arguments/global-options.js'
import { quote } from './cases.js'

export function composeFish(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name)
  const argumentLine = (command: Command, { values, completes, isRepeated }: Argument, at: number) => {
    if (values === undefined && completes === undefined) return []
    const isMeant = quote(`__metier_at ${command.name} ${at}${isRepeated ? ' more' : ''}`)
    return [` -n ${isMeant}${values === undefined ? offer(completes, names) : ` -a ${quote(values.join(' '))}`}`]
  }
  const lines = commands.flatMap((command) => [
    ` -n '__metier_at ""' -a ${command.name} -d ${quote(command.summary)}`,
    ...command.options.map((option) => ` -n ${quote(`__metier_at ${command.name}`)}${describe(option, names)}`),
    ...command.arguments.flatMap((argument, at) => argumentLine(command, argument, at)),
  ])
  const all = [' -f', ...GLOBAL_OPTIONS.map((option) => describe(option, names)), ...lines]
  return `# fish completion for metier
# The command and its arguments, without options and their values.
function __metier_words
  set -l found
  set -l isValue 0
  for word in (commandline -opc)[2..-1]
    if test $isValue = 1
      set isValue 0
    else if contains -- "$word" ${takingValue(GLOBAL_OPTIONS).join(' ')}
      set isValue 1
    else if contains -- "$found[1] $word" ${commands.flatMap(pairsOf).map(quote).join(' ')}
      set isValue 1
    else if not string match -q -- '-*' $word
      set -a found $word
    end
  end
  printf '%s\n' $found
end
# Whether the command matches and has exactly, or at least, this many arguments.
function __metier_at
  set -l words (__metier_words)
  test "$words[1]" = "$argv[1]"; or return 1
  set -q argv[2]; or return 0
  set -l count (math (count $words) - 1)
  test $count -eq $argv[2]; and return 0
  set -q argv[3]; and test $count -ge $argv[2]
end
function __metier_ask
  set -l words (__metier_words)
  metier __complete $argv[1] -- (commandline -ct) $words[2..-1] 2>/dev/null
end
${all.map((line) => `complete -c metier${line}`).join('\n')}
`
}

function takingValue(options: readonly Option[]): readonly string[] {
  return options.filter(({ kind }) => kind !== 'flag').map(({ name }) => `--${name}`)
}

function pairsOf({ name, options }: Command): readonly string[] {
  return takingValue(options).map((option) => `${name} ${option}`)
}

function describe({ name, short, kind, summary, values, completes }: Option, commands: readonly string[]): string {
  const value = values === undefined ? offerValue(completes, commands) : ` -x -a ${quote(values.join(' '))}`
  return `${short === undefined ? '' : ` -s ${short}`} -l ${name}${kind === 'flag' ? '' : value} -d ${quote(summary)}`
}

function offerValue(what: Completes | undefined, commands: readonly string[]): string {
  return what === 'files' ? ' -r -F' : ` -x${offer(what, commands)}`
}

function offer(what: Completes | undefined, commands: readonly string[]): string {
  if (what === undefined) return ''
  if (what === 'files') return ' -F'
  if (what === 'skillsAndFiles') return ` -F${offer('skills', commands)}`
  if (what === 'folders') return " -a '(__fish_complete_directories)'"
  return ` -a ${quote(what === 'commands' ? commands.join(' ') : `(__metier_ask ${what})`)}`
}
