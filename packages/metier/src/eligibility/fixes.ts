/** Commands you can run to make a skill usable here. */

import { installCommand } from '../skill/metadata/install-command.js'
import { type InstallEntry, isBinaryName } from '../skill/metadata/requirements.js'
import type { Environment, MissingRequirements } from './assess.js'

/** A command, and the missing programs it installs. */
export interface Fix {
  readonly kind: string
  readonly command: string
  readonly bins: readonly string[]
}

/**
 * Commands that install missing programs, package managers found on this machine first. Nothing on the wrong platform.
 */
export function findFixes(
  install: readonly InstallEntry[],
  missing: MissingRequirements,
  environment: Environment,
): readonly Fix[] {
  if (missing.os.length > 0 || missing.arch.length > 0) return []
  const wanted = [...missing.bins, ...missing.anyBins].filter(isBinaryName)
  if (wanted.length === 0) return []
  const fixes = new Map<string, Fix>()
  for (const entry of install) {
    const fix = fixFrom(entry, wanted, environment)
    if (fix === undefined) continue
    const earlier = fixes.get(fix.command)
    fixes.set(
      fix.command,
      earlier === undefined ? fix : { ...earlier, bins: [...new Set([...earlier.bins, ...fix.bins])] },
    )
  }
  const isRunnable = ({ command }: Fix) => environment.hasBinary(command.slice(0, command.indexOf(' ')))
  const all = [...fixes.values()]
  return [...all.filter(isRunnable), ...all.filter((fix) => !isRunnable(fix))]
}

/** An entry that names no programs counts for every missing program. */
function fixFrom(entry: InstallEntry, wanted: readonly string[], environment: Environment): Fix | undefined {
  if (entry.os.length > 0 && !entry.os.includes(environment.os)) return undefined
  const bins = entry.bins.length === 0 ? wanted : entry.bins.filter((name) => wanted.includes(name))
  if (bins.length === 0) return undefined
  const outcome = installCommand(entry)
  return 'command' in outcome ? { kind: entry.kind, command: outcome.command, bins } : undefined
}

/** An entry of `install[]` as the `skills` tool shows it, in the contract's order. */
export function installObject(entry: InstallEntry): Readonly<Record<string, string | readonly string[]>> {
  const { id, kind, label, bins, os, fields } = entry
  const head = { id, kind }
  // Once more, so that no field replaces them.
  return { ...head, ...fields, ...head, label, ...(bins.length > 0 && { bins }), ...(os.length > 0 && { os }) }
}
