// Builds dist/: the program in one file, and the pages. Its dependencies stay packages of their own.
import { copyFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { buildHubPages } from '../../web/build.mjs'

const here = import.meta.dirname
const { version } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'))

await rm(join(here, 'dist'), { recursive: true, force: true })
await build({
  entryPoints: [join(here, 'src/cli/main.ts')],
  outdir: join(here, 'dist'),
  bundle: true,
  splitting: true,
  packages: 'external',
  // The paths of the repository's own would put a copy of metier into the file, without its scanner.
  tsconfigRaw: {},
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  logLevel: 'warning',
  define: { HUB_VERSION: JSON.stringify(version) },
})
// A package is published without the repository around it.
await copyFile(join(here, '../../LICENSE'), join(here, 'LICENSE'))
await buildHubPages(join(here, 'dist/pages'))
