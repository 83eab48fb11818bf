// `npm start`: lists the bundled example skills, then serves them over MCP, with the page, until Ctrl-C.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, relative } from 'node:path'
import { ensureBuilt } from './lib/built.mjs'
import { repository, run } from './lib/run.mjs'

const commandLine = join(repository, 'packages/metier/dist/cli/main.js')
const examples = ['--root', 'examples/skills']
const USUAL_PORT = 7391
const next = [
  [`info video-frames ${examples.join(' ')}`, 'Show what a skill needs and how to get it'],
  [`check apple-notes ${examples.join(' ')}`, 'Explain why a skill cannot be used here'],
  [`search "release notes" ${examples.join(' ')}`, 'Search for a skill by what it does'],
  [`prompt ${examples.join(' ')}`, 'Print the list of skills for a model'],
  ['validate examples/skills --strict', 'Check skills for mistakes'],
  ['doctor', 'Diagnose your own skills and settings'],
  ['mcp install claude-code --print', 'Preview the configuration of a client'],
]

process.exitCode = await start()

async function start() {
  const build = await ensureBuilt()
  if (!build.ok) return fail(build.output)
  if (!existsSync(commandLine)) return fail(`${relative(repository, commandLine)} is missing after the build`)
  console.log(`$ metier list ${examples.join(' ')}\n`)
  const { ok } = await run([process.execPath, commandLine, 'list', ...examples], { show: true })
  if (!ok) return 1
  console.log('\nTry these in another terminal:\n')
  for (const [words, purpose] of next) console.log(`  # ${purpose}\n  npx metier ${words}`)
  return serve()
}

/** Returns the exit code of the server; 0 if a signal ended it. */
async function serve() {
  const port = await choosePort()
  if (port === undefined) return fail('No free port on 127.0.0.1. Stop another server, then run npm start again.')
  if (port !== USUAL_PORT) console.log(`\nPort ${USUAL_PORT} is in use, so this server uses port ${port}.`)
  const words = ['serve', ...examples, ...(port === USUAL_PORT ? [] : ['--port', String(port)])]
  console.log(
    `\nServing the same skills to MCP clients, and a page to look at them. Press Ctrl-C to stop.\n\n$ npx metier ${words.join(' ')}\n`,
  )
  // In a clone, the commands that the page shows need npx.
  const env = { ...process.env, npm_command: 'exec', npm_lifecycle_event: 'npx' }
  const child = spawn(process.execPath, [commandLine, ...words], { cwd: repository, env, stdio: ['ignore', 1, 1] })
  let isStopped = false
  // A terminal also sends Ctrl-C to the server, and a second SIGINT would not let it finish open requests.
  const end = () => {
    isStopped = true
    child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end)
  const code = await new Promise((resolve) => child.once('close', resolve))
  return isStopped ? 0 : (code ?? 1)
}

/** The default port, or any free one, so that a second `npm start` works too. */
async function choosePort() {
  return (await findPort(USUAL_PORT)) ?? (await findPort(0))
}

function findPort(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const taken = server.address().port
      server.close(() => resolve(taken))
    })
  })
}

function fail(text) {
  console.error(text)
  return 1
}
