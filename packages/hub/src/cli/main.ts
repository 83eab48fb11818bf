/** The program `metier-hub`. */

import { run } from './run.js'

const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The second time at once.
    if (ended.signal.aborted) process.exit(130)
    ended.abort()
  })
}

process.exitCode = await run(process.argv.slice(2), {
  variables: process.env,
  print: (text) => void process.stdout.write(text),
  report: (text) => void process.stderr.write(text),
  signal: ended.signal,
})
