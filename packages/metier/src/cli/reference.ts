/** Composes the reference page of the command line as Markdown from the command definitions. */

import type { Command, Option } from './arguments/command.js'
import { GLOBAL_OPTIONS } from './arguments/global-options.js'
import { optionLabel, optionSummary, usageOf } from './help.js'

export function composeReference(commands: readonly Command[]): string {
  return `# Command-line reference

<!-- Generated from packages/metier/src/cli/commands by test/cli/definitions.test.ts; METIER_UPDATE_DOCS=1 writes it. -->

Usage: \`metier COMMAND [options]\`. Every command prints its result to stdout and everything else to stderr. With \`--json\`, the
result is exactly one JSON document. Exit codes: 0 for success, 1 if the command failed or refused, 2 for a usage error.

${commands.map(({ name, summary }) => `- [\`${name}\`](#${name}): ${summary}`).join('\n')}

## Global options

${composeOptions(GLOBAL_OPTIONS)}${commands.map(composeCommand).join('')}`
}

function composeCommand(command: Command): string {
  const { name, summary, details = [], options, examples } = command
  const parts = [
    `## ${name}`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    `\`\`\`\n${usageOf(command)}\n\`\`\``,
    ...details,
    ...(command.arguments.length === 0 ? [] : [composeArguments(command)]),
    ...(options.length === 0 ? [] : [composeOptions(options).trimEnd()]),
    `\`\`\`sh\n${examples.map((example) => `# ${example.summary}\n${example.line}`).join('\n')}\n\`\`\``,
  ]
  return `\n${parts.join('\n\n')}\n`
}

function composeArguments({ arguments: all }: Command): string {
  const rows = all.map(({ name, summary, values }) => {
    const choice = values === undefined ? '' : `: ${values.join(', ')}`
    return `| \`${name}\` | ${escapeCell(`${summary}${choice}`)} |`
  })
  return ['| Argument | |', '|---|---|', ...rows].join('\n')
}

function composeOptions(options: readonly Option[]): string {
  const rows = options.map(
    (option) => `| \`${escapeCell(optionLabel(option))}\` | ${escapeCell(optionSummary(option))} |`,
  )
  return `${['| Option | |', '|---|---|', ...rows].join('\n')}\n`
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|')
}
