// Builds dist/: the entry files of the library and the command line, with the code they share in chunks. One file
// instead of eighty is what makes an import take milliseconds; each command is a chunk of its own, so that a call reads
// only what it runs. What is called most is one file as a whole. The types come from the compiler, file by file.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const output = join(here, 'dist')
const { exports } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'))

await rm(output, { recursive: true, force: true })
const [typesAreRight] = await Promise.all([emitTypes(), bundle(), copyPapers()])
process.exitCode = typesAreRight ? 0 : 1

function emitTypes() {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const child = spawn(process.execPath, [compiler, '-p', join(here, 'tsconfig.build.json')], { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0))
  })
}

/** Apart from each other: chunks that both share would be many and small, and every one costs an import. */
async function bundle() {
  const inSource = (name) => join(here, 'src', name)
  const list = inSource('cli/run-list.ts')
  await Promise.all([
    bundleInChunks(output, entryFiles(), [inSource('index.ts')]),
    bundleInChunks(join(output, 'cli'), [inSource('cli/main.ts')], [inSource('cli/main.ts'), list], {
      // Within its own file the command is what it starts.
      [list]: [[inSource('cli/commands/list.ts'), './run-list.js']],
    }),
  ])
  const main = join(output, 'cli/main.js')
  const text = await readFile(main, 'utf8')
  if (!text.startsWith('#!')) await writeFile(main, `#!/usr/bin/env node\n${text}`)
  await chmod(main, 0o755)
}

/** Everything in chunks; then what is loaded most again as one file each, which leaves the rest to the chunks. */
async function bundleInChunks(outdir, entryPoints, wholes, further = {}) {
  const fileOf = (source) => `${basename(source, '.ts')}.js`
  const { metafile } = await bundleInto({ outdir, entryPoints, metafile: true })
  const chunks = new Map(wholes.map((source) => [source, `./${fileOf(source)}`]))
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs)) {
    const source = entryPoint === undefined ? undefined : join(here, entryPoint)
    if (source !== undefined && !chunks.has(source)) chunks.set(source, `./${basename(file)}`)
  }
  const bundleWhole = (source) =>
    bundleInto({
      outfile: join(outdir, fileOf(source)),
      entryPoints: [source],
      allowOverwrite: true,
      splitting: false,
      // A third less to read before anything happens.
      minifyIdentifiers: true,
      plugins: [leaveTo(new Map([...chunks, ...(further[source] ?? [])]))],
    })
  await Promise.all(wholes.map(bundleWhole))
}

/** What is imported when it is needed stays in its chunk. */
function leaveTo(chunks) {
  return {
    name: 'leave-to-chunks',
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined
        return { path: chunks.get(join(resolveDir, path.replace(/\.js$/, '.ts'))), external: true }
      })
    },
  }
}

/**
 * Node's modules by `getBuiltinModule`: an `import` of node:fs makes a second face of it that loads every stream, which is
 * a fifth of what the whole library takes to import.
 */
function byBuiltinModule() {
  return { name: 'builtins', setup }

  function setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ kind, path }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path)).filter((name) => /^[a-z]\w*$/i.test(name))
      const taken = names.map((name) => `export const ${name} = /* @__PURE__ */ take('${name}')`)
      const lines = [
        `const module = process.getBuiltinModule('${path}')`,
        'const take = (name) => module[name]',
        ...taken,
      ]
      return { contents: lines.join('\n') }
    })
  }
}

function bundleInto({ plugins = [], ...more }) {
  return build({
    plugins: [byBuiltinModule(), ...plugins],
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    absWorkingDir: here,
    ...more,
  })
}

/** What package.json exports as `./dist/x.js` is made of `src/x.ts`. */
function entryFiles() {
  const targets = Object.values(exports).flatMap((target) => (target.default === undefined ? [] : [target.default]))
  return targets.map((target) => {
    const name = target.slice('./dist/'.length, -'.js'.length)
    return { in: join(here, `src/${name}.ts`), out: name }
  })
}

/** A package is published without the repository around it, but with its licence and its first page. */
async function copyPapers() {
  for (const name of ['LICENSE', 'README.md']) {
    const paper = join(here, '../..', name)
    if (existsSync(paper)) await copyFile(paper, join(here, name))
  }
}
