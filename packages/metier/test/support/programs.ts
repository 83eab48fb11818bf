/** Programs that some tests need and not every machine has. Without one its tests are skipped, and the summary names it. */

import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

declare module 'vitest' {
  interface TaskMeta {
    /** The program without which the test is skipped. */
    needs?: OptionalProgram
  }
}

/** Each with the package of Debian and Ubuntu that brings it. */
export const PACKAGES = {
  bwrap: 'bubblewrap',
  chromium: 'chromium',
  curl: 'curl',
  fish: 'fish',
  patch: 'patch',
  python3: 'python3',
  script: 'bsdutils',
  zsh: 'zsh',
} as const

export type OptionalProgram = keyof typeof PACKAGES

/** Where a program is; undefined if it is not installed. */
export function findProgram(name: OptionalProgram): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** Options of a test or a suite that a missing program skips. */
export function needs(program: OptionalProgram): { readonly meta: { readonly needs: OptionalProgram } } {
  return { meta: { needs: program } }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
