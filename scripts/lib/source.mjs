// Modules of a package's source for evaluations and benchmarks, which look at more than the package exports.
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repository } from './run.mjs'

const need = createRequire(join(repository, 'packages/metier/package.json'))

/** Imports a source file, such as `registry/search/query.ts`, bundled with what it imports. */
export async function importSource(path) {
  const { build } = await import(pathToFileURL(need.resolve('esbuild')).href)
  // Inside the package, so that its dependencies are found.
  const folder = await mkdtemp(join(repository, 'node_modules/.metier-source-'))
  try {
    const outfile = join(folder, 'module.mjs')
    const entryPoints = [join(repository, 'packages/metier/src', path)]
    await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', packages: 'external' })
    return await import(pathToFileURL(outfile).href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
