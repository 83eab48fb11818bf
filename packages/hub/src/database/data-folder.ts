/** The directory of the embedded database, held by one process at a time. */

import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface HeldFolder {
  /** Where the database is. */
  readonly database: string
  release(): Promise<void>
}

export type HoldResult =
  | { readonly ok: true; readonly folder: HeldFolder }
  /** The process that holds it. */
  | { readonly ok: false; readonly holder: number }

const LOCK = 'hub.pid'

/** Takes the directory, or says who has it. A lock that a dead process left is taken over. */
export async function holdDataFolder(directory: string, pid: number = process.pid): Promise<HoldResult> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const database = join(directory, 'database')
  if (!existsSync(database)) await ignoreInGit(directory)
  const lock = join(directory, LOCK)
  const own = join(directory, `${LOCK}.${pid}`)
  await writeFile(own, `${pid}\n`, { mode: 0o600 })
  try {
    for (;;) {
      // A link is made with its content at once, or not at all.
      if (await isLinked(own, lock)) break
      const holder = await readHolder(lock)
      if (holder !== undefined && isAlive(holder)) return { ok: false, holder }
      await rm(lock, { force: true })
    }
  } finally {
    await unlink(own)
  }
  const release = () => rm(lock, { force: true })
  return { ok: true, folder: { database, release } }
}

/** Before the database, which holds signing keys: a commit of everything must never take it along. */
async function ignoreInGit(directory: string): Promise<void> {
  try {
    await writeFile(join(directory, '.gitignore'), '*\n', { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function readHolder(lock: string): Promise<number | undefined> {
  const text = await readFile(lock, 'utf8').catch(() => '')
  const pid = Number(text.trim())
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

/** A process of another user lives too. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
