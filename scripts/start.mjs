// `npm start`: Metier over the bundled example skills, and then its MCP endpoint over them until Ctrl-C.
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
  [`info video-frames ${examples.join(' ')}`, 'what a skill needs, and how to get it'],
  [`check apple-notes ${examples.join(' ')}`, 'why a skill cannot be used here'],
  [`search "release notes" ${examples.join(' ')}`, 'find a skill by what it does'],
  [`prompt ${examples.join(' ')}`, 'what a model is shown'],
  ['validate examples/skills --strict', 'what an author is told'],
  ['doctor', 'what this machine has, with your own skills'],
  ['mcp install claude-code --print', 'how a client is set up'],
]

process.exitCode = await start()

async function start() {
  const build = await ensureBuilt()
  if (!build.ok) return fail(build.output)
  if (!existsSync(commandLine)) return fail(`${relative(repository, commandLine)} was not built`)
  console.log(`$ metier list ${examples.join(' ')}\n`)
  const { ok } = await run([process.execPath, commandLine, 'list', ...examples], { show: true })
  if (!ok) return 1
  console.log('\nTry next, in another terminal:\n')
  for (const [words, purpose] of next) console.log(`  npx metier ${words.padEnd(50)} # ${purpose}`)
  return serve()
}

/** Ends as well as the server does: being told to end is no failure. */
async function serve() {
  const port = await choosePort()
  const words = ['serve', ...examples, ...(port === USUAL_PORT ? [] : ['--port', String(port)])]
  console.log(`\nThe same skills for any MCP client, until Ctrl-C:\n\n$ metier ${words.join(' ')}\n`)
  const child = spawn(process.execPath, [commandLine, ...words], { cwd: repository, stdio: ['ignore', 1, 1] })
  let isToldToEnd = false
  // A terminal sends Ctrl-C to the server as well, and a second SIGINT would not let it end what it is doing.
  const end = () => {
    isToldToEnd = true
    child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end)
  const code = await new Promise((resolve) => child.once('close', resolve))
  return isToldToEnd ? 0 : (code ?? 1)
}

/** The usual one, else any that is free: a second look must not fail for the first one. */
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
