/** Finds the skills that a project disables, and the commands that undo it: `metier enable` changes only the user's file. */

import type { ProjectSwitches } from '../../registry/situation.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { Configuration } from './configuration.js'
import { composeKey } from './setting-key.js'

export function findProjectSwitches({ skills = {} }: Configuration): ProjectSwitches {
  const switches = new Map<string, readonly string[]>()
  const add = (name: string, command: string) => switches.set(name, [...(switches.get(name) ?? []), command])
  for (const name of new Set(skills.disabled)) {
    add(name, `metier config unset skills.disabled ${quoteForShell(name)} --project`)
  }
  for (const [name, { enabled }] of Object.entries(skills.entries ?? {})) {
    const key = composeKey(['skills', 'entries', name, 'enabled'])
    if (enabled === false) add(name, `metier config unset ${quoteForShell(key)} --project`)
  }
  return switches
}
