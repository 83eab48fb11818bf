// Our own code as files that Node loads fast. One file instead of eighty is what makes an import take milliseconds; each
// command is a chunk of its own, so that a call reads only what it runs; what is called most is one file as a whole.
import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { build } from 'esbuild'
import { ascii } from './ascii.mjs'
import { builtinFs } from './builtin-fs.mjs'
import { PUBLISHED } from './options.mjs'
import { ENTRIES, PACKAGE } from './package.mjs'
import { prepareTables } from './prepared.mjs'
import { leaveToVendor } from './vendor.mjs'
import { loadVendoredYaml, writeRequire } from './yaml.mjs'

const inSource = (name) => join(PACKAGE, 'src', name)

/** Node starts a script 4 ms sooner than a module. */
const SCRIPT = {
  format: 'cjs',
  define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
}

/** The programs of the commands that are used most, each with the files that it imports later and has in itself all the same. */
const KEPT_PROGRAMS = {
  'run-list': [],
  'run-info': [],
  'run-search': [],
  'run-audit': [],
  // Sixty chunks take longer to find than to run.
  'run-mcp': [inSource('mcp/server/'), inSource('cli/commands/mcp/compose-server.ts')],
}

/** A program whose compiled code is kept: see src/system/fast. */
const KEPT_PROGRAM = {
  ...SCRIPT,
  banner: { js: '(function (module, require, importChunk, __filename, __dirname) {' },
  footer: { js: '})' },
}

/** Marks what a kept program imports later, for which it is handed a function. */
const PART = 'part:'
const MARKED_IMPORT = `import("${PART}`
/** As long as the marked one, so that the source map stays right. */
const HANDED_IMPORT = 'importChunk("'

/** Starts beside the library; the command line finds it there too. */
const SCAN_CHILD = { in: inSource('system/scan-process/scan-child.ts'), out: 'scan-child' }
const SCAN_PROGRAM = 'system/scan-process/serve-scans'

/** Bundles the entry files. Specifiers of the packages that they import are added to `wanted`. */
export async function bundleLibrary(outdir, wanted) {
  const entries = ENTRIES.map((name) => ({ in: inSource(`${name}.ts`), out: name }))
  const yaml = loadVendoredYaml('./vendor')
  const options = { outdir, plugins: [yaml, leaveToVendor('./vendor', wanted)] }
  const chunks = await bundleInChunks([...entries, SCAN_CHILD], options)
  await Promise.all([
    bundleWhole(inSource('index.ts'), chunks, options),
    // With its parsers: code of another file is not kept.
    bundleWhole(inSource(`${SCAN_PROGRAM}.ts`), chunks, {
      outdir,
      ...KEPT_PROGRAM,
      define: { ...KEPT_PROGRAM.define, ...(await prepareTables()) },
      plugins: [ascii, yaml],
      mark: PART,
    }),
    bundleWhole(SCAN_CHILD.in, chunks, { ...options, ...SCRIPT }),
  ])
  await finishKeptProgram(join(outdir, `${basename(SCAN_PROGRAM)}.cjs`))
}

/** Bundles the command line apart from the library: chunks that both share would be many and small. */
export async function bundleCommandLine(outdir, wanted) {
  const main = { in: inSource('cli/main.ts'), out: 'main' }
  const yaml = loadVendoredYaml('../vendor')
  const options = { outdir, plugins: [yaml, leaveToVendor('../vendor', wanted)] }
  const chunks = await bundleInChunks([main], options)
  const vendorOfPart = leaveToVendor(`${PART}../vendor`, wanted)
  const banner = { js: 'const importChunk = (path) => import(path)' }
  await Promise.all([
    bundleWhole(main.in, chunks, { ...options, ...SCRIPT, banner }),
    ...Object.entries(KEPT_PROGRAMS).map(([name, included]) =>
      bundleWhole(inSource(`cli/${name}.ts`), chunks, {
        outdir,
        ...KEPT_PROGRAM,
        plugins: [ascii, yaml, vendorOfPart],
        mark: PART,
        included,
      }),
    ),
  ])
  await Promise.all(Object.keys(KEPT_PROGRAMS).map((name) => finishKeptProgram(join(outdir, `${name}.cjs`))))
  const program = join(outdir, 'main.js')
  await writeFile(program, "#!/usr/bin/env node\nimport './main.cjs'\n")
  await rm(`${program}.map`)
  await chmod(program, 0o755)
}

/** Hands imports to the function, and signs the program: kept code is used for exactly these bytes. */
async function finishKeptProgram(file) {
  const text = (await readFile(file, 'utf8')).replaceAll(MARKED_IMPORT, HANDED_IMPORT)
  await writeFile(file, `${text}/*${createHash('sha256').update(text).digest('hex')}*/\n`)
}

/** Everything in chunks; gives the chunk of each source file that is imported when it is needed. */
async function bundleInChunks(entryPoints, options) {
  const { metafile } = await bundle({ ...options, entryPoints, splitting: true, metafile: true })
  const chunks = new Map()
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint !== undefined) chunks.set(join(PACKAGE, entryPoint), `./${basename(file)}`)
  }
  return chunks
}

/** One file with everything that its source imports at once; the rest stays in chunks. */
function bundleWhole(source, chunks, { outdir, plugins, mark = '', included = [], ...options }) {
  const extension = options.format === 'cjs' ? 'cjs' : 'js'
  return bundle({
    ...options,
    entryPoints: [source],
    outfile: join(outdir, `${basename(source, '.ts')}.${extension}`),
    allowOverwrite: true,
    plugins: [leaveToChunks(chunks, mark, included), ...plugins],
  })
}

function leaveToChunks(chunks, mark, included) {
  return {
    name: 'leave-to-chunks',
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined
        const file = join(resolveDir, path.replace(/\.js$/, '.ts'))
        if (included.some((one) => file.startsWith(one))) return undefined
        const chunk = chunks.get(file)
        return { path: `${mark}${chunk}`, external: true }
      })
    },
  }
}

/** Maps lead to `src`, which is published too: that takes less space than to repeat it in each map. */
async function bundle({ plugins, ...options }) {
  const built = await build({
    plugins: [builtinFs, ...plugins],
    chunkNames: '[name]-[hash]',
    ...PUBLISHED,
    ...options,
    write: false,
  })
  await mkdir(options.outdir ?? dirname(options.outfile), { recursive: true })
  await Promise.all(built.outputFiles.map(({ path, text }) => writeFile(path, finish(path, text))))
  return built
}

function finish(path, text) {
  return path.endsWith('.map') ? text : leaveOutOrder(writeRequire(text))
}

/** An import without a name only keeps an order, which our modules do not need. Bundlers of applications warn of each. */
function leaveOutOrder(text) {
  return text.replace(/(?<=^|;)import"\.\/[\w-]+\.js";/gm, (order) => ' '.repeat(order.length))
}
