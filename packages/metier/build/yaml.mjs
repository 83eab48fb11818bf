// The `yaml` package, loaded when a text needs it, and at once: documents are read without waiting. Bundlers of applications
// follow only a literal `require`, which ES modules in Node do not have. So what we publish has both ways.
import { join } from 'node:path'
import { build } from 'esbuild'
import { PUBLISHED } from './options.mjs'
import { PACKAGE } from './package.mjs'

const FILE = 'yaml.cjs'
/** Stands for `require` until esbuild is done, which would replace it; as long, so that source maps stay right. */
const STAND_IN = 'REQUIRE'

/** Loads our copy below `folder` where the source loads the package. */
export function loadVendoredYaml(folder) {
  const path = JSON.stringify(`${folder}/${FILE}`)
  const createRequire = "process.getBuiltinModule('node:module').createRequire(import.meta.url)"
  const load = `typeof ${STAND_IN} === 'function' ? ${STAND_IN}(${path}) : ${createRequire}(${path})`
  return {
    name: 'load-vendored-yaml',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]system[\\/]load-yaml\.ts$/ }, () => ({
        contents: `export const loadYaml = () => ${load}`,
      }))
    },
  }
}

/** Puts `require` where it belongs. */
export function writeRequire(text) {
  return text.replaceAll(`typeof ${STAND_IN}=`, 'typeof require=').replaceAll(`${STAND_IN}("`, 'require("')
}

/** Writes the part of the package that we use. Its edition for browsers requires no module of Node, which an ES module could not. */
export async function bundleYaml(outdir) {
  const names = 'Composer, isAlias, isMap, isScalar, Parser'
  const index = join(PACKAGE, '../../node_modules/yaml/browser/dist/index.js')
  await build({
    ...PUBLISHED,
    stdin: {
      contents: `export { ${names} } from ${JSON.stringify(index)}`,
      resolveDir: PACKAGE,
      sourcefile: 'vendor:yaml',
    },
    outfile: join(outdir, FILE),
    format: 'cjs',
  })
}
