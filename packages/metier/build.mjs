// Builds dist/: the entry files of the library and the command line, with the code they share in chunks. One file
// instead of eighty is what makes an import take milliseconds; each command is a chunk of its own, so that a call reads
// only what it runs. What is called most is one file as a whole. The types come from the compiler, file by file.
//   node build.mjs [FOLDER]
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const [elsewhere] = process.argv.slice(2)
const output = elsewhere ?? join(here, 'dist')
const { exports } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'))

/** Node's loader of modules takes a tenth of what an empty program takes; that of scripts is there already. */
const SCRIPT = {
  format: 'cjs',
  define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
}

/** Marks what a kept program imports. */
const CHUNK = 'chunk:'

/** What `startKeptProgram` starts. */
const KEPT_PROGRAM = {
  ...SCRIPT,
  banner: { js: '(function (module, importChunk, __filename, __dirname) {' },
  footer: { js: '})' },
}

// Elsewhere is for those who want to run it: nothing is taken away there, and no types are made.
if (elsewhere === undefined) await rm(output, { recursive: true, force: true })
const [, typesAreRight] = await Promise.all([bundle(), ...(elsewhere === undefined ? [emitTypes(), copyPapers()] : [])])
process.exitCode = typesAreRight === false ? 1 : 0

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
  const main = { in: inSource('cli/main.ts'), out: 'main' }
  // Once in each folder of chunks, so that it always lies beside the chunk that starts it.
  const scanChild = { in: inSource('system/scan-process/scan-child.ts'), out: 'scan-child' }
  await Promise.all([
    bundleInChunks(output, [...entryFiles(), scanChild], [{ source: inSource('index.ts'), options: {} }]),
    bundleInChunks(
      join(output, 'cli'),
      [main, scanChild],
      [
        { source: main.in, options: { ...SCRIPT, banner: { js: 'const importChunk = (path) => import(path)' } } },
        { source: inSource('cli/run-list.ts'), options: KEPT_PROGRAM, mark: CHUNK },
      ],
    ),
  ])
  await signProgram(join(output, 'cli/run-list.cjs'))
  const program = join(output, 'cli/main.js')
  await writeFile(program, "#!/usr/bin/env node\nimport './main.cjs'\n")
  await chmod(program, 0o755)
}

/**
 * Node 20 does not let kept code import by itself: it is handed a function for that. And what is kept of a program is that
 * of these very bytes: the engine would only compare their number.
 */
async function signProgram(file) {
  const written = await readFile(file, 'utf8')
  const text = written.replaceAll(`import("${CHUNK}`, 'importChunk("')
  await writeFile(file, `/*${createHash('sha256').update(text).digest('hex')}*/${text}`)
}

/** Everything in chunks; then what is loaded most again as one file each, which leaves the rest to the chunks. */
async function bundleInChunks(outdir, entryPoints, wholes) {
  const { metafile } = await bundleInto({ outdir, entryPoints, metafile: true })
  const chunks = new Map()
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs)) {
    const source = entryPoint === undefined ? undefined : join(here, entryPoint)
    if (source !== undefined) chunks.set(source, `./${basename(file)}`)
  }
  const bundleWhole = ({ source, options, mark = '' }) =>
    bundleInto({
      outfile: join(outdir, `${basename(source, '.ts')}.${options.format === 'cjs' ? 'cjs' : 'js'}`),
      entryPoints: [source],
      allowOverwrite: true,
      splitting: false,
      // A third less to read before anything happens.
      minifyIdentifiers: true,
      plugins: [leaveTo(chunks, mark)],
      ...options,
    })
  await Promise.all(wholes.map(bundleWhole))
}

/** What is imported when it is needed stays in its chunk. */
function leaveTo(chunks, mark) {
  return {
    name: 'leave-to-chunks',
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined
        const chunk = chunks.get(join(resolveDir, path.replace(/\.js$/, '.ts')))
        return { path: `${mark}${chunk}`, external: true }
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
      const found = process.getBuiltinModule(path)
      const names = Object.keys(found).filter((name) => /^[a-z]\w*$/i.test(name))
      const takeEach = (take, some) => some.map((name) => `export const ${name} = /* @__PURE__ */ ${take}('${name}')`)
      const module = `process.getBuiltinModule('${path}')`
      // It takes a millisecond to load, and whoever only reads has no use for it. What is no function is not offered.
      if (path === 'node:fs/promises') {
        const functions = names.filter((name) => typeof found[name] === 'function')
        const later = `const later = (name) => (...words) => ${module}[name](...words)`
        return { contents: [later, ...takeEach('later', functions)].join('\n') }
      }
      const lines = [`const module = ${module}`, 'const take = (name) => module[name]', ...takeEach('take', names)]
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
