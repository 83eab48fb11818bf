/** The plugins of a source as lines: what each offers, what stays out, and why. */

import { quoteForShell } from '../../../skill/text/shell-quote.js'
import type { FoundPlugin, FoundServer, PluginPart, PluginRefusal } from '../../../sources/plugins/plugin.js'
import { describePluginProblem } from '../../../sources/plugins/plugin-schema.js'
import { SERVER_REFUSALS } from '../../../sources/plugins/plugin-servers.js'
import { type Line, say, styled } from '../../terminal/lines.js'
import { showWord } from '../approve/lines.js'
import { counted } from '../validate/lines.js'

export function composePlugins(plugins: readonly FoundPlugin[]): readonly Line[] {
  if (plugins.length === 0) return []
  return ['', [styled('Plugins', 'bold')], ...plugins.flatMap(composePlugin)]
}

/** One line for each plugin that has skills here, as many as can be read at a glance. */
export function composePluginSkills(plugins: readonly FoundPlugin[], most: number): readonly Line[] {
  const offering = plugins.filter(({ skills }) => skills.length > 0)
  const left = offering.length - most
  const shown = offering.slice(0, most).map((plugin) => `  ${describeSkills(plugin)}`)
  return left > 0 ? [...shown, `  and ${left} more`] : shown
}

function describeSkills({ name, version, skills }: FoundPlugin): string {
  const title = version === undefined ? name : `${name} ${version}`
  return `${title}: ${skills.length === 0 ? 'no skills' : `${counted(skills.length, 'skill')} (${skills.join(', ')})`}`
}

const PARTS: Readonly<Record<PluginPart, string>> = {
  commands: 'commands (only one client reads them)',
  agents: 'agents (only one client reads them)',
  hooks: 'hooks and settings (they would run without being asked)',
  client: "other files of one client's own",
  dependencies: 'dependencies on other plugins (install them yourself if you trust them)',
}

const REFUSALS: Readonly<Record<PluginRefusal, string>> = {
  command: 'refused: its source is a command to run',
  elsewhere: 'comes from another source, which needs your trust',
  invalid: 'refused: invalid',
  outside: 'refused: its path leads out of the source',
  repeated: 'refused: another plugin has this name',
  unavailable: 'not available, says the marketplace',
  unknown: 'refused: its source is of an unsupported kind or invalid',
  unreachable: 'refused: its files are next to the marketplace, which is a single file here',
}

function composePlugin(plugin: FoundPlugin): readonly Line[] {
  const { name, version, servers = [], leftOut, refusal, problems = [] } = plugin
  const title = version === undefined ? name : `${name} ${version}`
  const wrong = problems.map(
    (problem): Line => [styled('    problem: ', 'yellow'), ...say(describePluginProblem(problem))],
  )
  if (refusal !== undefined) return [`  ${title}: ${REFUSALS[refusal]}`, ...composeElsewhere(plugin), ...wrong]
  const out = leftOut.map((part) => `    left out: ${PARTS[part]}`)
  return [`  ${describeSkills(plugin)}`, ...servers.map(composeServer), ...out, ...wrong]
}

/** The command that installs it, and whether it always gives the same bytes. */
function composeElsewhere({ elsewhere, isPinned = false }: FoundPlugin): readonly Line[] {
  if (elsewhere === undefined) return []
  return [
    ['    ', styled(`metier install ${quoteForShell(elsewhere)}`, 'cyan')],
    ...(isPinned ? [] : ['    not pinned: it may change at any time']),
  ]
}

function composeServer({ name, command, refusal }: FoundServer): Line {
  if (refusal !== undefined) return `    left out: MCP server ${showWord(name)} (${SERVER_REFUSALS[refusal]})`
  return `    MCP server ${showWord(name)}: ${command.map(showWord).join(' ')} (starts only after you approve it)`
}
