/** The state of a skill's files in one text, cheap enough to be compared every second. */

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const MOST_ENTRIES = 2_000

/** Sizes and times of the files below a directory, links followed; empty if it cannot be read. */
export async function readFolderState(directory: string): Promise<string> {
  const found = await readdir(directory, { recursive: true }).catch((): readonly string[] => [])
  const paths = found.filter((path) => !/(?:^|[\\/])(?:\.git|node_modules)[\\/]/.test(path)).slice(0, MOST_ENTRIES)
  const states = await Promise.all(paths.map((path) => describe(join(directory, path), path)))
  return states.sort().join('\n')
}

async function describe(file: string, path: string): Promise<string> {
  try {
    const { size, mtimeMs, mode } = await stat(file)
    return `${path} ${size} ${mtimeMs} ${mode}`
  } catch {
    return `${path} gone`
  }
}
