// `npm start`: a first look at Metier over the bundled example skills.
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBuilt } from './lib/built.mjs'
import { repository, run } from './lib/run.mjs'

const commandLine = join(repository, 'packages/metier/dist/cli/main.js')
const examples = ['--root', 'examples/skills']
const tour = [
  ['list', ...examples],
  ['doctor', ...examples],
]
const next = [
  ['info video-frames', 'what a skill needs, and how to get it'],
  ['check apple-notes', 'why a skill cannot be used here'],
  ['search "release notes"', 'find a skill by what it does'],
  ['prompt', 'what a model is shown'],
  ['validate examples/skills --strict', 'what an author is told'],
]

const build = await ensureBuilt()
if (!build.ok) {
  console.error(build.output)
  process.exit(1)
}
if (!existsSync(commandLine)) {
  console.error(`${relative(repository, commandLine)} was not built`)
  process.exit(1)
}
for (const command of tour) {
  console.log(`\n$ metier ${command.join(' ')}\n`)
  const { ok } = await run([process.execPath, commandLine, ...command], { show: true })
  if (!ok) process.exitCode = 1
}
console.log('\nTry next (or leave out --root to see your own skills):\n')
for (const [command, purpose] of next) {
  const line = command.startsWith('validate') ? command : `${command} ${examples.join(' ')}`
  console.log(`  npx metier ${line.padEnd(52)} # ${purpose}`)
}
