/** Builds the program that scans once for all test files: the sources under test have none beside them. */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

export async function setup(): Promise<() => Promise<void>> {
  // Below node_modules, so that the parsers are found from there.
  const folder = join(packageFolder, `../../node_modules/.cache/metier-scanner-${process.pid}`)
  const outfile = join(folder, 'scan-child.mjs')
  await build({
    entryPoints: [join(packageFolder, 'src/system/scan-process/scan-child.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  })
  process.env.METIER_SCANNER = outfile
  return () => rm(folder, { recursive: true, force: true })
}
