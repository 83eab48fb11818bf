/** Plans what setting up a client changes in its configuration, before anything is written. */

import type { ClientSetup, Launch } from './clients.js'
import type { EntryPlace } from './configuration-edit.js'

const SERVER_NAME = 'metier'

/** A configuration file as it is, and as it was before we first changed it. */
export interface FoundConfiguration {
  /** Undefined if there is no such file. */
  readonly text: string | undefined
  /** The copy from before the server was added; undefined if there is none. */
  readonly backup: string | undefined
  /** True if the file did not exist before. */
  readonly isMade?: boolean
}

/** What happens to the file. */
export type ConfigurationChange =
  | { readonly kind: 'none' }
  /** Not the client's form; `line` is set if the file is not valid JSON. */
  | { readonly kind: 'unreadable'; readonly line: number | undefined }
  /** The whole new text; undefined if the file is removed, because it did not exist before. */
  | { readonly kind: 'write'; readonly text: string | undefined }

/** Adds the server, or updates its entry. */
export function planInstall(
  client: ClientSetup,
  { text = '' }: FoundConfiguration,
  launch: Launch,
): ConfigurationChange {
  const after = client.edit.set(text, { ...placeIn(client), entry: client.toEntry(launch) })
  if (after === undefined) return { kind: 'unreadable', line: client.edit.findMistake?.(text) }
  return isSameConfiguration(after, text) ? { kind: 'none' } : { kind: 'write', text: after }
}

/** A person may have written the same entry in other lines. */
function isSameConfiguration(after: string, before: string): boolean {
  if (after === before) return true
  try {
    return JSON.stringify(JSON.parse(after)) === JSON.stringify(JSON.parse(before))
  } catch {
    // With comments, or in another format, only the same text is the same.
    return false
  }
}

/** Removes the server. A file that has not changed since is restored exactly; only one that was made for the server is removed. */
export function planUninstall(
  client: ClientSetup,
  { text, backup, isMade = false }: FoundConfiguration,
): ConfigurationChange {
  if (text === undefined) return { kind: 'none' }
  const place = placeIn(client)
  const after = client.edit.remove(text, place)
  if (after === undefined) return { kind: 'unreadable', line: client.edit.findMistake?.(text) }
  if (after === text) return { kind: 'none' }
  if (backup === undefined && !isMade) return { kind: 'write', text: after }
  const untouched = client.edit.set(backup ?? '', { ...place, entry: {} })
  const isUntouched = untouched !== undefined && client.edit.remove(untouched, place) === after
  return { kind: 'write', text: isUntouched ? backup : after }
}

/** Whether the server is in a configuration already. */
export function hasServer(client: ClientSetup, text: string): boolean {
  const without = client.edit.remove(text, placeIn(client))
  return without !== undefined && without !== text
}

/** Where the entry is in a client's file, for a person who adds it by hand. */
export function keyIn({ section }: ClientSetup): string {
  return `${section}.${SERVER_NAME}`
}

function placeIn({ section }: ClientSetup): EntryPlace {
  return { section, name: SERVER_NAME }
}
