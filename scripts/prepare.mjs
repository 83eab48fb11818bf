// Ends an `npm install` in a clone: everything is built, and commits are checked.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { npm, repository, run, tool } from './lib/run.mjs'

if (tool('typescript', 'tsc') === undefined) {
  console.error('prepare: the development tools are not installed, so nothing is built')
} else {
  const { ok } = await run([...npm(), 'run', '--silent', 'build'], { show: true })
  if (!ok) process.exitCode = 1
  await installHooks()
}

/** Hooks are a convenience: a clone without git, or a git that refuses, is no reason to fail an install. */
async function installHooks() {
  const lefthook = tool('lefthook')
  if (process.env.CI || lefthook === undefined || !existsSync(join(repository, '.git'))) return
  const { ok, output } = await run([...lefthook, 'install']).catch((error) => ({ ok: false, output: String(error) }))
  if (!ok) console.error(`prepare: the commit hooks are not installed\n${output.trimEnd()}`)
}
