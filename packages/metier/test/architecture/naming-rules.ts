/** How full a folder may be, and how exported types are named. */
import { posix } from 'node:path'
import type { Module } from './read-module.js'
import type { Fault } from './rules.js'

const FILE_LIMIT = 20
/** Folders in which each file is one more of a kind. */
const PLUGIN_FOLDERS = ['gate/rules', 'cli/commands', 'sources', 'adapters', 'tools', 'agents', 'mcp/clients']

/** Last words of names that only look like participles or gerunds. */
const NOUNS = /(?:Finding|Listing|Mapping|Meaning|Need|Setting|Standing|String)$/

export function crowdFaults(modules: readonly Module[]): readonly Fault[] {
  const counts = new Map<string, number>()
  for (const { path } of modules) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > FILE_LIMIT && !PLUGIN_FOLDERS.includes(folder))
    .map(([path, count]) => ({
      rule: 'crowded_folder',
      path,
      line: 1,
      message: `${count} files, at most ${FILE_LIMIT}`,
    }))
}

/** An exported type has a name of its own, and the name is a noun. */
export function typeNameFaults(modules: readonly Module[]): readonly Fault[] {
  const first = new Map<string, string>()
  return modules.flatMap((module) =>
    module.types.flatMap(({ name, line }) => {
      const known = first.get(name)
      if (known === undefined) first.set(name, module.path)
      if (known !== undefined) return [fault(module, line, `${known} exports a ${name} too`)]
      const isNoun = NOUNS.test(name) || !/(?:ing|ed)$/.test(name)
      return isNoun ? [] : [fault(module, line, `${name} is not a noun`)]
    }),
  )
}

function fault({ path }: Module, line: number, message: string): Fault {
  return { rule: 'type_name', path, line, message }
}
