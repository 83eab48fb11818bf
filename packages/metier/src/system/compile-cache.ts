/** Keeps what the engine made of our files for the next start, where the running Node can. */

import { join } from 'node:path'
import { cacheDirectory, findHome } from './paths.js'

/** What newer versions of Node have. */
interface NewerModule {
  readonly enableCompileCache?: (folder: string) => unknown
}

/** Has an effect on what is loaded afterwards. In the user's own folder: others could write to a shared one. */
export function enableCompileCache(): void {
  // Older ones lack it, and looking for it costs them a millisecond.
  if (Number.parseInt(process.versions.node, 10) < 22) return
  const { enableCompileCache: enable } = process.getBuiltinModule('node:module') as NewerModule
  if (enable === undefined) return
  const folder = cacheDirectory(findHome(), false)
  if (folder !== undefined) enable(join(folder, 'compiled'))
}
