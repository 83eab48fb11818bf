// The tests of the hub once more, on a PostgreSQL server instead of the embedded database. `npm test` runs them on the embedded one.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { repository, run, tool } from '../lib/run.mjs'

const folder = 'packages/hub/test'
/** What starts processes, browsers or the command line chooses its database itself. */
const OWN_DATABASE = ['commands.test.ts', 'export.test.ts']
const files = (await readdir(join(repository, folder))).filter(
  (name) => name.endsWith('.test.ts') && !OWN_DATABASE.includes(name),
)
const env = { METIER_HUB_TEST_DATABASE: 'postgres' }
const { ok } = await run([...tool('vitest'), 'run', ...files.map((name) => join(folder, name))], { show: true, env })
if (!ok) process.exitCode = 1
