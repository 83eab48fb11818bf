/**
 * What is active in conversations that outlive their process: a client may start one process per call, and the next one
 * is given the handle. Only a digest of the handle is on disk.
 */

import { join } from 'node:path'
import { isRecord } from '../../../skill/unknown-value.js'
import { digest } from '../../../system/files/digest.js'
import { readOwnText, removeOwnText, writeOwnText } from '../../../system/files/own-file.js'
import { pruneFolder } from '../../../system/files/prune-folder.js'
import type { WorkspaceState } from '../../../workspace/workspace-state.js'

/** What is active, by handle. */
export interface KeptActivations {
  /** What was active under a handle; undefined if it is unknown, expired, or of another working directory. */
  read(handle: string): unknown
  /** Keeps what is active under a handle; with nothing active, forgets the handle. */
  write(handle: string, state: WorkspaceState): void
}

/** Where activations are kept, and for how long. */
export interface KeptActivationsOptions {
  readonly folder: string
  /** The directory that the conversation is about. A handle is valid only there. */
  readonly workdir: string
  readonly mostFiles?: number
  readonly idleMilliseconds?: number
  readonly now?: () => number
}

const MOST_FILES = 200
const IDLE = 30 * 60 * 1_000

/** Opens the directory, which is created with the first activation. */
export function openKeptActivations(options: KeptActivationsOptions): KeptActivations {
  const { folder, workdir, mostFiles = MOST_FILES, idleMilliseconds = IDLE, now = Date.now } = options
  const pathOf = (handle: string) => join(folder, `${digest(handle)}.json`)
  return {
    read: (handle) => {
      const kept = parse(readOwnText(pathOf(handle)))
      if (kept === undefined || kept.workdir !== workdir) return undefined
      return now() - kept.used <= idleMilliseconds ? kept.state : undefined
    },
    write: (handle, state) => {
      if (state.skills.length === 0) removeOwnText(pathOf(handle))
      else writeOwnText(pathOf(handle), JSON.stringify({ workdir, used: now(), state }))
      pruneFolder(folder, { mostFiles, mostMilliseconds: idleMilliseconds }, now())
    },
  }
}

interface KeptFile {
  readonly workdir: unknown
  readonly used: number
  readonly state: unknown
}

function parse(text: string | undefined): KeptFile | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || typeof value.used !== 'number') return undefined
    return { workdir: value.workdir, used: value.used, state: value.state }
  } catch {
    return undefined
  }
}
