// Builds the pages into a directory and holds their budget.
//   node build.mjs [DIRECTORY]
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { holdBudget } from './budget.mjs'

const web = fileURLToPath(new URL('.', import.meta.url))

/** Builds the pages into a directory; throws if what a browser loads first is too much. */
export async function buildPages(directory) {
  // A shell that sets NODE_ENV must not ship React's development build.
  process.env.NODE_ENV = 'production'
  // Types of the server's half may be in the same directory.
  await rm(join(directory, 'assets'), { recursive: true, force: true })
  await build({
    root: web,
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    logLevel: 'warn',
    build: { outDir: directory, emptyOutDir: false },
  })
  return holdBudget(directory)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const directory = process.argv[2] ?? fileURLToPath(new URL('../packages/metier/dist/dashboard', import.meta.url))
  const { first, most } = await buildPages(directory)
  console.log(`First load: ${kilobytes(first)} compressed; the largest page adds ${kilobytes(most)}`)
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`
}
