/** Keeps what the engine made of our files for the next start, where the running Node can. */

import { makeFolder } from './files/make-folder.js'
import { compiledFolder } from './files/paths.js'

/** What newer versions of Node have. */
interface NewerModule {
  readonly enableCompileCache?: (folder: string) => unknown
  readonly getCompileCacheDir?: () => string | undefined
}

/** Has an effect on what is loaded afterwards. */
export function enableCompileCache(): void {
  const { enableCompileCache: enable } = newerModule()
  if (enable === undefined) return
  const folder = compiledFolder()
  if (folder !== undefined && canBeMade(folder)) enable(folder)
}

/** Node would make it itself, in a way that never ends where a folder above it cannot hold any. */
function canBeMade(folder: string): boolean {
  try {
    makeFolder(folder, 0o700)
    return true
  } catch {
    return false
  }
}

/** Where this process keeps it, for the processes it starts; undefined if it keeps nothing. */
export function findCompiled(): string | undefined {
  return newerModule().getCompileCacheDir?.()
}

/** Older versions of Node lack it, and looking for it costs them a millisecond. */
function newerModule(): NewerModule {
  if (Number.parseInt(process.versions.node, 10) < 22) return {}
  return process.getBuiltinModule('node:module') as NewerModule
}
