/** Builds once for all test files what runs in a process of its own: the command line, and the program that scans. */

import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { TestProject } from 'vitest/node'
import { FROM_SOURCE } from './bundling.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The built entry file of the command line. */
    readonly main: string
  }
}

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Below node_modules, so that dependencies are found from there.
  const folder = join(packageFolder, `../../node_modules/.cache/metier-tests-${process.pid}`)
  const output = join(folder, 'dist/cli')
  await build({
    entryPoints: [
      { in: join(packageFolder, 'src/cli/main.ts'), out: 'main' },
      { in: join(packageFolder, 'src/system/scan-process/scan-child.ts'), out: 'scan-child' },
    ],
    outdir: output,
    ...FROM_SOURCE,
  })
  await copyFile(join(packageFolder, 'package.json'), join(folder, 'package.json'))
  project.provide('main', join(output, 'main.js'))
  // The sources under test have no scanner beside them.
  process.env.METIER_SCANNER = join(output, 'scan-child.js')
  return () => rm(folder, { recursive: true, force: true })
}
