/** Commands about directories also take the name of a skill that Metier knows. */

import { resolve } from 'node:path'
import { isThere } from '../../system/files/files.js'
import type { Context } from '../arguments/command.js'
import { openReader } from './open-skills.js'

/** The absolute path that each word means: a path that exists, or the directory of the skill with that name. */
export async function findFolders(words: readonly string[], context: Context): Promise<readonly string[]> {
  const paths = words.map((word) => resolve(context.workdir, word))
  const isName = (at: number) => !/[\\/]/.test(words[at] ?? '') && !isThere(paths[at] ?? '')
  if (!paths.some((_, at) => isName(at))) return paths
  const { reader, known } = await openReader(context, false)
  try {
    const { all } = reader.registry
    return paths.map((path, at) => (isName(at) ? (all.get(words[at] ?? '')?.skillPath ?? path) : path))
  } finally {
    await known.close()
  }
}
