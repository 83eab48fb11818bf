/** The help, from the definitions of the commands. */

import type { HubCommand } from './command.js'

export function describeCommands(commands: readonly HubCommand[]): string {
  const rows = commands.map(
    ({ name, usage, summary }) => [usage === undefined ? name : `${name} ${usage}`, summary] as const,
  )
  return `A registry of agent skills for a team.

Usage: metier-hub [COMMAND] [OPTIONS]

${table(rows)}
Without a command, metier-hub serves. Each command explains its options with --help.
Settings are environment variables:
https://github.com/metier-dev/metier/blob/HEAD/docs/guides/hub-operations.md#settings
`
}

export function describeCommand({ name, usage, summary, options }: HubCommand): string {
  const rows = Object.entries(options).map(
    ([option, { value, description }]) =>
      [value === undefined ? `--${option}` : `--${option} ${value}`, description] as const,
  )
  return `${summary}\n\nUsage: metier-hub ${name}${usage === undefined ? '' : ` ${usage}`} [OPTIONS]\n\n${table(rows)}`
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([first]) => first.length))
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}\n`).join('')
}
