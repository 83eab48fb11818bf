// Builds dist/: the entry files of the library, the command line, the packages that both bring with them, the types, and the pages.
//   node build.mjs [DIRECTORY]
// Into another directory only code is built, to be run.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildPages } from '../../web/build.mjs'
import { bundleCommandLine, bundleLibrary } from './build/bundle.mjs'
import { PACKAGE } from './build/package.mjs'
import { copyPapers } from './build/papers.mjs'
import { emitTypes } from './build/types.mjs'
import { bundleVendor } from './build/vendor.mjs'

const [directory] = process.argv.slice(2)
const output = directory ?? join(PACKAGE, 'dist')

if (directory === undefined) await rm(output, { recursive: true, force: true })
const [, areTypesRight] = await Promise.all([
  bundle(),
  ...(directory === undefined ? [emitTypes(output), copyPapers(), buildPages(join(output, 'dashboard'))] : []),
])
process.exitCode = areTypesRight === false ? 1 : 0

async function bundle() {
  const wanted = new Set()
  await Promise.all([bundleLibrary(output, wanted), bundleCommandLine(join(output, 'cli'), wanted)])
  await bundleVendor(join(output, 'vendor'), wanted)
}
