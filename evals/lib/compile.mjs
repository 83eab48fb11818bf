// One module of the library, compiled on the spot: the published bundles do not give single modules away.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const packageFolder = join(import.meta.dirname, '../../packages/metier')

/** An address to import. `file` is below `src`: `registry/search/query.ts`. */
export function compileModule(file) {
  const { buildSync } = createRequire(join(packageFolder, 'package.json'))('esbuild')
  const { outputFiles } = buildSync({
    entryPoints: [join(packageFolder, 'src', file)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    write: false,
  })
  return `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
}
