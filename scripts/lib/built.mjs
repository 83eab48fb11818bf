// Whether dist/ is there and as young as its sources, and building it where it is not.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { npm, repository, run } from './run.mjs'

const packages = join(repository, 'packages')
/** The pages are built into the package as well; any package is built again if they change. */
const PAGES = ['src', 'public', 'index.html', 'package.json', 'vite.config.ts'].map((name) => join('../../web', name))

/** The folders of the workspace's packages. */
export async function packageFolders() {
  const entries = await readdir(packages, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(packages, entry.name))
}

/** Builds every package whose dist/ is missing or older than a file it is made of. */
export async function ensureBuilt() {
  for (const folder of await packageFolders()) {
    if (await isFresh(folder)) continue
    const { ok, output } = await run([...npm(), 'run', '--silent', 'build'], { cwd: folder })
    if (!ok) return { ok, output }
  }
  return { ok: true, output: '' }
}

async function isFresh(folder) {
  const built = await oldest(join(folder, 'dist'))
  const made = await Promise.all(
    ['src', 'package.json', 'build.mjs', 'build', ...PAGES].map((name) => youngest(join(folder, name))),
  )
  return built !== undefined && built > Math.max(...made)
}

async function times(path) {
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined) return []
  if (stats.isFile()) return [stats.mtimeMs]
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))
}

async function youngest(path) {
  return Math.max(0, ...(await times(path)))
}

async function oldest(path) {
  const found = await times(path)
  return found.length === 0 ? undefined : Math.min(...found)
}

/** The manifest of a package folder. */
export async function readManifest(folder) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}
