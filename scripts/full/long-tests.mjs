// The long tests in full: every kill point, every process, thousands of cases of each property. `npm test` runs a part of each.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository, run, tool } from '../lib/run.mjs'

/** What a test imports that has a long form; other files are long as a whole. */
const SWITCH = 'support/full.js'

const lists = await Promise.all(['metier', 'hub'].map(listLongTests))
const files = lists.flat()

const { ok } = await run([...tool('vitest'), 'run', ...files], { show: true, env: { METIER_TEST_FULL: '1' } })
if (!ok) process.exitCode = 1

/** An entry of a package's list is a file, or a folder that ends with a slash. */
async function listLongTests(name) {
  const folder = join(repository, 'packages', name, 'test')
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.test.ts'))
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')))
  const list = await readFile(join(folder, 'support/long-files.ts'), 'utf8')
  const whole = [...list.matchAll(/'([^']+)'/g)].map(([, entry]) => entry)
  const isWhole = (path) => whole.some((entry) => (entry.endsWith('/') ? path.startsWith(entry) : path === entry))
  return paths
    .filter((path, at) => texts[at].includes(SWITCH) || isWhole(path))
    .map((path) => join('packages', name, 'test', path))
}
