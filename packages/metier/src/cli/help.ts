/** Composes help texts from command definitions. */

import { measureText, wrapText } from '../skill/text/columns.js'
import {
  type Argument,
  answer,
  type Command,
  type CommandEntry,
  type CommandOutcome,
  type Option,
} from './arguments/command.js'
import { GLOBAL_OPTIONS } from './arguments/global-options.js'
import { type Line, say, styled } from './terminal/lines.js'

const READABLE = 100
const OVERVIEW_USAGE = 'metier COMMAND [options]'

/** The answer to `metier help COMMAND` and `metier COMMAND --help`. */
export function answerHelp(command: Command): CommandOutcome {
  const { name, summary, details = [], options, examples } = command
  const json = { name, summary, usage: usageOf(command), details, arguments: command.arguments, options, examples }
  return answer(json, (columns) => composeHelp(command, columns))
}

/** The answer to `metier help` and `metier --help`. */
export function answerOverview(commands: readonly CommandEntry[]): CommandOutcome {
  const json = {
    usage: OVERVIEW_USAGE,
    commands: commands.map(({ name, aliases = [], summary }) => ({ name, aliases, summary })),
    options: GLOBAL_OPTIONS,
  }
  return answer(json, (columns) => composeOverview(commands, columns))
}

/** `metier info NAME [options]`. */
export function usageOf(command: Command): string {
  return ['metier', command.name, ...command.arguments.map(argumentLabel), '[options]'].join(' ')
}

/** `NAME`, `[COMMAND]`, `PATH…`. */
function argumentLabel({ name, isOptional, isRepeated }: Argument): string {
  const label = isRepeated ? `${name}…` : name
  return isOptional ? `[${label}]` : label
}

/** `-h, --help`, `--limit N`. */
export function optionLabel({ name, short, value, values }: Option): string {
  const shown = values?.join('|') ?? value
  return `${short === undefined ? '' : `-${short}, `}--${name}${shown === undefined ? '' : ` ${shown}`}`
}

/** The summary of an option, with its default. */
export function optionSummary({ summary, default: fallback }: Option): string {
  return fallback === undefined ? summary : `${summary} (default: ${fallback})`
}

function composeHelp(command: Command, columns: number): readonly Line[] {
  const width = Math.min(columns, READABLE)
  return [
    ...wrapText(`${command.summary[0]?.toUpperCase()}${command.summary.slice(1)}.`, width),
    '',
    [styled('Usage: ', 'bold'), usageOf(command)],
    ...(command.details ?? []).flatMap((paragraph) => ['', ...wrapText(paragraph, width)]),
    ...composeSection(
      'Arguments',
      command.arguments.map((argument) => [argument.name, describeArgument(argument)]),
      width,
    ),
    ...composeSection('Options', command.options.map(describeOption), width),
    ...composeSection('Global options', GLOBAL_OPTIONS.map(describeOption), width),
    '',
    [styled('Examples', 'bold')],
    ...command.examples.flatMap(({ line, summary }): Line[] => [
      [styled(`  # ${summary}`, 'dim')],
      [styled(`  ${line}`, 'cyan')],
    ]),
  ]
}

function composeOverview(commands: readonly CommandEntry[], columns: number): readonly Line[] {
  const width = Math.min(columns, READABLE)
  return [
    ...wrapText('Find, install, check and serve skills for AI agents.', width),
    '',
    [styled('Usage: ', 'bold'), OVERVIEW_USAGE],
    ...composeSection(
      'Commands',
      commands.map(({ name, aliases = [], summary }) => [[name, ...aliases].join(', '), summary]),
      width,
    ),
    ...composeSection('Global options', GLOBAL_OPTIONS.map(describeOption), width),
    '',
    say("Run 'metier help COMMAND' for more details."),
  ]
}

function describeArgument({ summary, values }: Argument): string {
  return values === undefined ? summary : `${summary}: ${values.join(', ')}`
}

function describeOption(option: Option): readonly [string, string] {
  return [optionLabel(option), optionSummary(option)]
}

/** A wider label stands on a line of its own, so that one long label does not squeeze all summaries. */
const WIDEST_LABEL = 26
const NARROWEST_SUMMARY = 20
const INDENTATION = 2
const GAP = 2

function composeSection(title: string, rows: readonly (readonly [string, string])[], columns: number): readonly Line[] {
  if (rows.length === 0) return []
  const most = Math.min(WIDEST_LABEL, Math.max(0, columns - NARROWEST_SUMMARY - INDENTATION - GAP))
  const widths = rows.map(([label]) => measureText(label)).filter((width) => width <= most)
  const width = INDENTATION + Math.max(INDENTATION, ...widths) + GAP
  const lines = rows.flatMap(([label, summary]) => {
    const parts = wrapText(summary, Math.max(NARROWEST_SUMMARY, columns - width)).map(
      (part) => ' '.repeat(width) + part,
    )
    const head = `${' '.repeat(INDENTATION)}${label}`
    const [first = ''] = parts
    if (measureText(label) > most) return [...wrapLabel(head, columns), ...parts]
    return [`${head}${first.slice(head.length)}`, ...parts.slice(1)]
  })
  return ['', [styled(title, 'bold')], ...lines]
}

/** A list of values may be longer than a line: it breaks between values. */
function wrapLabel(label: string, columns: number): readonly string[] {
  if (measureText(label) <= columns) return [label]
  const lines: string[] = []
  let line = ''
  for (const piece of label.split(/(?<=\|)/)) {
    if (line !== '' && measureText(line + piece) > columns) {
      lines.push(line)
      line = ' '.repeat(INDENTATION * 3)
    }
    line += piece
  }
  return [...lines, line]
}
