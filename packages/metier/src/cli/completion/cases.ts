/** The shared part of the bash and zsh scripts: cases over the typed words. */

import type { Argument, Command, Completes, Option } from '../arguments/command.js'
import { GLOBAL_OPTIONS } from '../arguments/global-options.js'

/** How a shell offers completions. */
export interface ShellDialect {
  readonly values: (values: readonly string[]) => string
  readonly completes: (what: Completes) => string
}

const takesValue = ({ kind }: Option) => kind !== 'flag'

/** A pattern over `command --option` for each option with a value; an option can differ between commands. */
export function valueOptions(commands: readonly Command[]): readonly string[] {
  const own = commands.flatMap(({ name, options }) =>
    options.filter(takesValue).map((option) => patternOf(option, name)),
  )
  return [...own, ...GLOBAL_OPTIONS.filter(takesValue).map((option) => patternOf(option))]
}

function patternOf({ name }: Option, command?: string): string {
  return command === undefined ? `*' --${name}'` : `'${command} --${name}'`
}

/** The cases that complete the value of an option; unknown values offer nothing. */
export function valueCases(commands: readonly Command[], indent: string, offering: ShellDialect): string {
  const caseOf = (option: Option, command?: string) =>
    `${indent}${patternOf(option, command)}) ${[offer(option, offering), 'return'].filter(Boolean).join('; ')} ;;`
  const own = commands.flatMap(({ name, options }) => options.filter(takesValue).map((option) => caseOf(option, name)))
  return [...own, ...GLOBAL_OPTIONS.filter(takesValue).map((option) => caseOf(option))].join('\n')
}

/** The cases that complete arguments, over `command N` with N arguments before. */
export function argumentCases(commands: readonly Command[], indent: string, offering: ShellDialect): string {
  return commands
    .flatMap(({ name, arguments: all }) =>
      all.map((argument, at) => {
        const action = offer(argument, offering)
        const pattern = argument.isRepeated ? `'${name} '*` : `'${name} ${at}'`
        return action === '' ? '' : `${indent}${pattern}) ${action} ;;`
      }),
    )
    .filter((line) => line !== '')
    .join('\n')
}

function offer({ values, completes }: Argument | Option, offering: ShellDialect): string {
  if (values !== undefined) return offering.values(values)
  return completes === undefined ? '' : offering.completes(completes)
}

export function optionNames(command?: Command): readonly string[] {
  return [...(command?.options ?? []), ...GLOBAL_OPTIONS].map(({ name }) => `--${name}`)
}

/** A text in single quotes that all three shells understand. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
