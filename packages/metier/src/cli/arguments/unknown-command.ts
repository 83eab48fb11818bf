import { nearestWords } from '../../skill/text/nearest-words.js'
import { type CommandEntry, type CommandOutcome, misuse } from './command.js'

/** Command names of other tools, with ours. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  allow: 'approve',
  complete: 'completion',
  create: 'new',
  dashboard: 'serve',
  delete: 'remove',
  download: 'install',
  exec: 'run',
  explain: 'check',
  fetch: 'install',
  find: 'search',
  freeze: 'lock',
  get: 'info',
  init: 'new',
  lint: 'validate',
  pin: 'lock --pin NAME',
  restore: 'install --frozen',
  revert: 'rollback',
  revoke: 'approve NAME --revoke',
  sandbox: 'doctor',
  scan: 'audit',
  settings: 'config',
  show: 'info',
  start: 'serve',
  status: 'doctor',
  ui: 'serve',
  uninstall: 'remove',
  unpin: 'lock --unpin NAME',
  upgrade: 'update',
  version: '--version',
  view: 'info',
  why: 'check',
}

/** Refuses an unknown command and suggests the nearest ones. */
export function refuseCommand(name: string, commands: readonly CommandEntry[]): CommandOutcome {
  const typed = name.toLowerCase()
  const alias = commands.find(({ aliases = [] }) => aliases.includes(typed))?.name
  const same = alias ?? (Object.hasOwn(ELSEWHERE, typed) ? ELSEWHERE[typed] : undefined)
  const names = commands.map((entry) => entry.name)
  const near = same === undefined ? nearestWords(names, name) : [same]
  const meant = near.length === 0 ? [] : [`Did you mean: ${near.map((word) => `metier ${word}`).join(', ')}`]
  return misuse(`unknown command: ${name}`, [...meant, "Run 'metier help' to see all commands."])
}
