/** What a sandbox needs of Metier's own files: a home for each server, and a list of users without the real ones. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../files/digest.js'
import { replaceFile } from '../files/files.js'
import { makeFolder } from '../files/make-folder.js'

export interface LastingHome {
  /** Metier's data directory. */
  readonly data: string
  readonly skill: string
  /** The skill's directory: two skills with the same name do not share a home. */
  readonly folder: string
}

/** Creates the private home of a skill's servers if it is missing. Throws if it cannot be created. */
export function makeLastingHome({ data, skill, folder }: LastingHome): string {
  const home = join(data, 'homes', `${skill.replaceAll(/[^A-Za-z0-9._-]/g, '_')}-${digest(folder).slice(0, 16)}`)
  makeFolder(home, 0o700)
  return home
}

/** A file in the format of /etc/passwd; undefined if it cannot be written. */
export function keepUsersFile(cache: string | undefined, text: string): string | undefined {
  if (cache === undefined) return undefined
  const file = join(cache, 'sandbox-users')
  if (readText(file) === text) return file
  // Programs start without it; only the name of their user is unknown to them.
  return replaceFile(file, text) ? file : undefined
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
