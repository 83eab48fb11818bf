/** Where `metier` starts. What is answered here is answered before anything else is loaded. */

import { enableCompileCache } from '../system/compile-cache.js'
import { readVersion } from './version.js'

const words = process.argv.slice(2)
const [first] = words

if (words.length === 1 && (first === '--version' || first === '-V')) process.stdout.write(`${readVersion()}\n`)
else {
  enableCompileCache()
  const { runCommandLine } = await import('./run-command-line.js')
  process.exitCode = await runCommandLine(words)
}
