// Builds dist/: the library file by file with its types, the command line as one small chunk per command,
// so that `metier list` reads only what `list` needs.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const output = join(here, 'dist')
const commandLine = join(here, 'src/cli/main.ts')
const shebang = '#!/usr/bin/env node\n'

await rm(output, { recursive: true, force: true })
const [typesAreRight] = await Promise.all([compileLibrary(), bundleCommandLine(), copyPapers()])
process.exitCode = typesAreRight ? 0 : 1

function compileLibrary() {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const child = spawn(process.execPath, [compiler, '-p', join(here, 'tsconfig.build.json')], { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0))
  })
}

async function bundleCommandLine() {
  if (!existsSync(commandLine)) {
    console.error('build: there is no src/cli/main.ts yet; the command line is left out')
    return
  }
  await build({
    entryPoints: [commandLine],
    outdir: join(output, 'cli'),
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
  })
  const entry = join(output, 'cli/main.js')
  const text = await readFile(entry, 'utf8')
  if (!text.startsWith('#!')) await writeFile(entry, shebang + text)
  await chmod(entry, 0o755)
}

/** A package is published without the repository around it, but with its licence and its first page. */
async function copyPapers() {
  for (const name of ['LICENSE', 'README.md']) {
    const paper = join(here, '../..', name)
    if (existsSync(paper)) await copyFile(paper, join(here, name))
  }
}
