/** The plugins of a source as lines: what each offers, what stays out, and why. */

import { quoteForShell } from '../../../skill/text/shell-quote.js'
import type { FoundPlugin, PluginPart } from '../../../sources/source.js'
import { type Line, styled } from '../../terminal/lines.js'
import { counted } from '../validate/lines.js'

export function composePlugins(plugins: readonly FoundPlugin[]): readonly Line[] {
  if (plugins.length === 0) return []
  return ['', [styled('Plugins', 'bold')], ...plugins.flatMap(composePlugin)]
}

const PARTS: Readonly<Record<PluginPart, string>> = {
  commands: 'commands (only one client reads them)',
  agents: 'agents (only one client reads them)',
  hooks: 'hooks and settings (they would run without being asked)',
  servers: 'MCP servers (add them to your client yourself)',
  client: "other files of one client's own",
}

const REFUSALS: Readonly<Record<NonNullable<FoundPlugin['refusal']>, string>> = {
  command: 'refused: its source is a command to run',
  elsewhere: 'comes from another source, which needs your trust',
  outside: 'refused: its path leads out of the source',
  repeated: 'refused: another plugin has this name',
  unavailable: 'not available, says the marketplace',
  unknown: 'refused: its source is of an unsupported kind or invalid',
}

function composePlugin({ name, skills, leftOut, refusal, elsewhere }: FoundPlugin): readonly Line[] {
  if (refusal !== undefined) {
    const next = elsewhere === undefined ? [] : [`    metier install ${quoteForShell(elsewhere)}`]
    return [`  ${name}: ${REFUSALS[refusal]}`, ...next]
  }
  const offered = skills.length === 0 ? 'no skills' : `${counted(skills.length, 'skill')} (${skills.join(', ')})`
  const out = leftOut.map((part) => `    left out: ${PARTS[part]}`)
  return [`  ${name}: ${offered}`, ...out]
}
