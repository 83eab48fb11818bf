// The long tests in full: every kill point, every process, thousands of cases of each property. `npm test` runs a part of each.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository, run, tool } from '../lib/run.mjs'

/** What a test imports that has a long form; other files are long as a whole. */
const SWITCH = 'support/full.js'

const folder = join(repository, 'packages/metier/test')
const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.test.ts'))
const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')))
const whole = await readFile(join(folder, 'support/long-files.ts'), 'utf8')
const isLong = (path, text) => text.includes(SWITCH) || whole.includes(`'${path}'`)
const files = paths.filter((path, at) => isLong(path, texts[at])).map((path) => join('packages/metier/test', path))

const { ok } = await run([...tool('vitest'), 'run', ...files], { show: true, env: { METIER_TEST_FULL: '1' } })
if (!ok) process.exitCode = 1
