/** What setting a client up would change in its configuration, before anything is written. */

import type { ClientSetup, Launch } from './clients.js'
import type { EntryPlace } from './configuration-edit.js'

const SERVER_NAME = 'metier'

/** A configuration file as it is, and as it was before we first changed it. */
export interface FoundConfiguration {
  /** Undefined where there is no such file. */
  readonly text: string | undefined
  /** What was kept when the server was put in; undefined where nothing was. */
  readonly backup: string | undefined
}

export type ConfigurationChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  /** The whole new text; undefined where the file goes, because it was not there before. */
  | { readonly kind: 'write'; readonly text: string | undefined }

/** Puts the server in, or brings its entry up to date. */
export function planInstall(
  client: ClientSetup,
  { text = '' }: FoundConfiguration,
  launch: Launch,
): ConfigurationChange {
  const after = client.edit.set(text, { ...placeIn(client), entry: client.toEntry(launch) })
  if (after === undefined) return { kind: 'unreadable' }
  return after === text ? { kind: 'none' } : { kind: 'write', text: after }
}

/** Takes the server out. A file that nobody has changed since becomes what it was, to the letter. */
export function planUninstall(client: ClientSetup, { text, backup }: FoundConfiguration): ConfigurationChange {
  if (text === undefined) return { kind: 'none' }
  const place = placeIn(client)
  const after = client.edit.remove(text, place)
  if (after === undefined) return { kind: 'unreadable' }
  if (after === text) return { kind: 'none' }
  const untouched = client.edit.set(backup ?? '', { ...place, entry: {} })
  const isUntouched = untouched !== undefined && client.edit.remove(untouched, place) === after
  return { kind: 'write', text: isUntouched ? backup : after }
}

/** Whether the server is in a configuration already. */
export function hasServer(client: ClientSetup, text: string): boolean {
  const without = client.edit.remove(text, placeIn(client))
  return without !== undefined && without !== text
}

function placeIn({ section }: ClientSetup): EntryPlace {
  return { section, name: SERVER_NAME }
}
