/** Durable file changes: each step is on disk when it returns, and an interruption leaves no half-done step. */

import { constants } from 'node:fs'
import { type FileHandle, link, lstat, open, rename, rm, symlink, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '../../skill/unknown-value.js'
import { makeFolder } from './make-folder.js'

/** Called with the name of each change before it is made; tests kill the process there. */
export type BeforeStep = (step: string) => void

export interface DurableFiles {
  /** Creates a directory and its parents; true if it did not exist. */
  makeFolder(path: string, mode?: number): Promise<boolean>
  /** Writes and syncs a file that must not exist yet; its directory is not synced. */
  writeNew(path: string, content: Uint8Array | string, mode: number): Promise<void>
  /** Replaces a file. Readers see the complete old or new one. */
  replace(path: string, content: Uint8Array | string, mode: number): Promise<void>
  /** Renames, and syncs both parent directories. */
  move(from: string, to: string): Promise<void>
  /** Hard-links a file; false if the name is taken. */
  share(from: string, to: string): Promise<boolean>
  /** Creates a symbolic link to a directory; on Windows a junction, whose target must be absolute. Fails if the name is taken. */
  linkTo(target: string, path: string): Promise<void>
  /** Creates a symbolic link with this text, wherever it leads. Fails if the name is taken; its directory is not synced. */
  writeLink(target: string, path: string): Promise<void>
  /** Removes a file or a directory tree. Link targets are kept. */
  discard(path: string): Promise<void>
  syncFolder(path: string): Promise<void>
  /** Marks a point at which the process may be interrupted. */
  readonly beforeStep: BeforeStep
}

export function createDurableFiles(beforeStep: BeforeStep = () => undefined): DurableFiles {
  const syncFolder = async (path: string) => {
    beforeStep('sync folder')
    await syncOneFolder(path)
  }
  const writeNew = async (path: string, content: Uint8Array | string, mode: number) => {
    beforeStep('create file')
    const handle = await open(path, CREATE, mode)
    try {
      await handle.writeFile(content)
      // Do not let the umask decide.
      await handle.chmod(mode)
      beforeStep('sync file')
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
  return {
    beforeStep,
    syncFolder,
    writeNew,
    makeFolder: async (path, mode = 0o755) => {
      beforeStep('make folder')
      const first = makeFolder(path, mode)
      if (first === undefined) return false
      await syncNewFolders(first, path)
      return true
    },
    replace: async (path, content, mode) => {
      const temporary = `${path}.${process.pid}.${nextNumber++}.tmp`
      try {
        await writeNew(temporary, content, mode)
        beforeStep('rename file')
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },
    move: async (from, to) => {
      beforeStep('rename')
      await rename(from, to)
      await syncFolder(dirname(to))
      if (dirname(from) !== dirname(to)) await syncFolder(dirname(from))
    },
    share: async (from, to) => {
      beforeStep('link')
      try {
        await link(from, to)
        return true
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        throw error
      }
    },
    linkTo: async (target, path) => {
      beforeStep('symbolic link')
      await symlink(target, path, 'junction')
      await syncFolder(dirname(path))
    },
    writeLink: async (target, path) => {
      beforeStep('inner link')
      await symlink(target, path)
    },
    discard: async (path) => {
      beforeStep('discard')
      await discardEntry(path)
    },
  }
}

/** Syncs files that were written before. Many at a time: the disk then writes them together. */
export function syncFiles(paths: readonly string[]): Promise<void> {
  return forEachOf(paths, async (path) => {
    const handle = await open(path, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  })
}

/** Syncs the entries of directories, many at a time. One that does not exist has none. */
export function syncFolders(paths: readonly string[]): Promise<void> {
  return forEachOf(paths, async (path) => {
    try {
      await syncOneFolder(path)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
  })
}

const AT_A_TIME = 16

async function forEachOf(paths: readonly string[], act: (path: string) => Promise<void>): Promise<void> {
  const rest = paths.values()
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const path of rest) await act(path)
    }),
  )
}

let nextNumber = 0
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/** Systems that cannot open or sync a directory persist its entries themselves. */
const UNSYNCABLE = new Set(['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EACCES'])

async function syncOneFolder(path: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, constants.O_RDONLY)
    await handle.sync()
  } catch (error) {
    if (!UNSYNCABLE.has(codeOf(error))) throw error
  } finally {
    await handle?.close()
  }
}

/** Syncs every parent from the first created directory down to the last. */
async function syncNewFolders(first: string, last: string): Promise<void> {
  for (let path = last; path.length >= first.length; path = dirname(path)) await syncOneFolder(dirname(path))
}

async function discardEntry(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => undefined)
  if (stats === undefined) return
  if (stats.isDirectory()) await rm(path, { recursive: true, force: true })
  else await unlink(path)
}
