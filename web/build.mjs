// Builds the pages into a directory and holds their budget.
//   node build.mjs [DIRECTORY]          those of `metier serve`
//   node build.mjs --hub [DIRECTORY]    those of the hub
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { holdBudget } from './budget.mjs'

const web = fileURLToPath(new URL('.', import.meta.url))

/** Builds the pages of `metier serve` into a directory; throws if what a browser loads first is too much. */
export async function buildPages(directory) {
  await buildEntry(directory, 'index.html')
  return holdBudget(directory)
}

/** Builds the pages of the hub into a directory, under the same budget. */
export async function buildHubPages(directory) {
  await buildEntry(directory, 'hub.html')
  await rename(join(directory, 'hub.html'), join(directory, 'index.html'))
  return holdBudget(directory)
}

async function buildEntry(directory, entry) {
  // A shell that sets NODE_ENV must not ship React's development build.
  process.env.NODE_ENV = 'production'
  // Types of the server's half may be in the same directory.
  await rm(join(directory, 'assets'), { recursive: true, force: true })
  await build({
    root: web,
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    logLevel: 'warn',
    build: {
      outDir: directory,
      emptyOutDir: false,
      rolldownOptions: { input: join(web, entry), checks: { bundlerTimings: false } },
    },
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const isHub = process.argv[2] === '--hub'
  const otherwise = isHub ? '../packages/hub/dist/pages' : '../packages/metier/dist/dashboard'
  const directory = process.argv[isHub ? 3 : 2] ?? fileURLToPath(new URL(otherwise, import.meta.url))
  const { first, most } = await (isHub ? buildHubPages : buildPages)(directory)
  console.log(`First load: ${kilobytes(first)} compressed; the largest page adds ${kilobytes(most)}`)
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`
}
