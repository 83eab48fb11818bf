// The packages that only some uses need (the MCP SDK, parsers, JSON Schema) are published with ours, each in a file that is
// loaded when it is needed: whoever installs the library gets one package instead of twenty-eight.
import { join } from 'node:path'
import { build } from 'esbuild'
import { writeLicenses } from './licenses.mjs'
import { PUBLISHED } from './options.mjs'
import { PACKAGE } from './package.mjs'
import { bundleYaml } from './yaml.mjs'

/** Resolves packages to our copies below `folder`; what is met is added to `wanted`. */
export function leaveToVendor(folder, wanted) {
  return {
    name: 'leave-to-vendor',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (kind === 'entry-point' || path.startsWith('node:')) return undefined
        wanted.add(path)
        return { path: `${folder}/${fileNameOf(path)}.js`, external: true }
      })
    },
  }
}

/** Bundles packages, shared parts once, and writes down their licenses. */
export async function bundleVendor(outdir, specifiers) {
  await build({
    entryPoints: Object.fromEntries([...specifiers].map((specifier) => [fileNameOf(specifier), `vendor:${specifier}`])),
    outdir,
    plugins: [reExport()],
    splitting: true,
    // Packages in the older format `require` Node's modules, which an ES module cannot. A path to this file would be missing in
    // an application that is bundled as a script.
    banner: { js: 'const require = process.getBuiltinModule;' },
    ...PUBLISHED,
  })
  await bundleYaml(outdir)
  await writeLicenses(join(outdir, '../THIRD-PARTY-LICENSES.txt'), outdir)
}

/** By name, because a bundle of a package in the older format would have a default export only. */
function reExport() {
  return {
    name: 're-export',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^vendor:/ }, ({ path }) => ({ path: path.slice('vendor:'.length), namespace: 'vendor' }))
      onLoad({ filter: /./, namespace: 'vendor' }, async ({ path }) => {
        const names = Object.keys(await import(path)).filter((name) => name !== 'default' && name !== 'module.exports')
        return { contents: `export { ${names.join(', ')} } from '${path}'`, resolveDir: PACKAGE }
      })
    },
  }
}

/** `@scope/name/part.js` becomes `scope-name-part`. */
function fileNameOf(specifier) {
  return specifier.replace(/^@/, '').replace(/\.js$/, '').replaceAll('/', '-')
}
