// Runs a command and fails if it takes longer than it may. A slower machine gets more time: the same small piece of work is
// timed before and after, and compared with what it takes on the machine that the limit was set on.
//   node scripts/hold-time.mjs SECONDS COMMAND…
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** What the work takes on two idle cores of the machine that the limit was set on. */
const USUAL_MILLISECONDS = 1000
/** Beyond this a slow machine is no excuse. */
const MOST_TIMES = 3

/** What tests do most: start a process, compile, make objects and strings, hash. */
const WORK = `
  const { createHash } = require('node:crypto')
  for (let round = 0; round < 90; round++) {
    const all = Array.from({ length: 4000 }, (_, at) => ({ name: 'skill-' + at, text: 'line '.repeat(at % 50) }))
    const text = JSON.stringify(all)
    JSON.parse(text).map(({ text }) => text.replace(/l(i)n/g, '$1')).sort()
    createHash('sha256').update(text).digest('hex')
  }`

const [limit, ...command] = process.argv.slice(2)
const before = await timeWork()
const started = performance.now()
const code = await start(command, 'inherit')
const seconds = (performance.now() - started) / 1000
const slowness = Math.min(MOST_TIMES, Math.max(1, before / USUAL_MILLISECONDS, (await timeWork()) / USUAL_MILLISECONDS))
const allowed = Number(limit) * slowness
const verdict = seconds <= allowed ? 'within' : 'over'
console.log(
  `${command.join(' ')} took ${seconds.toFixed(0)} s, ${verdict} ${allowed.toFixed(0)} s` +
    ` (${limit} s on a usual machine; this one takes ${slowness.toFixed(1)} times as long)`,
)
process.exitCode = code === 0 && seconds > allowed ? 1 : code

/** The middle one of three, on two cores at once as tests run. */
async function timeWork() {
  const times = []
  for (let round = 0; round < 3; round++) {
    const begun = performance.now()
    const processes = Math.min(2, availableParallelism())
    await Promise.all(Array.from({ length: processes }, () => start([process.execPath, '-e', WORK], 'ignore')))
    times.push(performance.now() - begun)
  }
  return times.sort((one, other) => one - other)[1]
}

function start([file, ...parameters], stdio) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, parameters, { stdio, shell: process.platform === 'win32' })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}
