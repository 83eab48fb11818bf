// The tables of src/gate/fast, computed from the sources.
import { build } from 'esbuild'
import { PACKAGE } from './package.mjs'

/** What the build puts in place of the name that src/gate/fast/prepared.ts declares. */
export async function prepareTables() {
  const { outputFiles } = await build({
    stdin: { contents: "export { prepareTables } from './src/gate/fast/prepare-tables.ts'", resolveDir: PACKAGE },
    bundle: true,
    format: 'esm',
    write: false,
  })
  const { prepareTables } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
  )
  return { PREPARED_TABLES: JSON.stringify(JSON.stringify(prepareTables())) }
}
