/** What sources said last about the skills of a root, so that it can be shown without asking again. */

import { join } from 'node:path'
import { type LearnedStanding, type Revocation, revocationOf, type Standing } from '../../gate/standing/standing.js'
import { isRecord } from '../../skill/unknown-value.js'
import { readOwnText, writeOwnText } from '../../system/files/own-file.js'
import { readSmallFileSync } from '../../system/files/small-file.js'
import { lockFileOf, STORE_FOLDER } from '../store-folder.js'

/** What was said about the files with a digest. */
export interface KeptStanding {
  readonly digest: string
  readonly standing: LearnedStanding
}

/** What was said last about each skill of a root, by name. A damaged file says nothing. */
export function readStandings(root: string): ReadonlyMap<string, KeptStanding> {
  const value = parse(readOwnText(fileOf(root)))
  const skills = isRecord(value) && isRecord(value.skills) ? Object.entries(value.skills) : []
  return new Map(skills.flatMap(([name, kept]) => (isKept(kept) ? [[name, kept] as const] : [])))
}

/** Keeps what was said. A root that cannot be written keeps nothing. */
export function writeStandings(root: string, standings: ReadonlyMap<string, KeptStanding>): void {
  writeOwnText(fileOf(root), JSON.stringify({ version: 1, skills: Object.fromEntries(standings) }))
}

/** The revocation of one skill, by its directory below the root. The lockfile is read only if there may be one. */
export function findRevocation(root: string, directory: string): Revocation | undefined {
  const kept = readStandings(root).get(directory)
  const revocation = revocationOf(kept?.standing)
  if (revocation === undefined) return undefined
  const lock = readSmallFileSync(lockFileOf(root), LARGEST_LOCK)
  const value = 'bytes' in lock ? parse(lock.bytes.toString('utf8')) : undefined
  const skills = isRecord(value) ? value.skills : undefined
  const entry = isRecord(skills) ? skills[directory] : undefined
  return isRecord(entry) && entry.digest === kept?.digest ? revocation : undefined
}

const LARGEST_LOCK = 64 * 1024 * 1024

function fileOf(root: string): string {
  return join(root, STORE_FOLDER, 'standings.json')
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const STATUSES: Readonly<Record<Standing['status'], (value: Readonly<Record<string, unknown>>) => boolean>> = {
  offered: () => true,
  withdrawn: ({ what, summary = '' }) => (what === 'skill' || what === 'version') && typeof summary === 'string',
  flagged: ({ verdict, summary = '' }) =>
    (verdict === 'suspicious' || verdict === 'malicious') && typeof summary === 'string',
  replaced: ({ digest }) => typeof digest === 'string',
}

function isKept(value: unknown): value is KeptStanding {
  if (!isRecord(value) || typeof value.digest !== 'string' || !isRecord(value.standing)) return false
  const { standing } = value
  const isRight = STATUSES[standing.status as Standing['status']]
  return typeof standing.askedAt === 'string' && isRight?.(standing) === true
}
