/** Where `metier` starts. What is answered here is answered before anything else is loaded. */

import { enableCompileCache } from '../system/compile-cache.js'
import { printAnswer } from './print-text.js'
import { readVersion } from './version.js'

const words = process.argv.slice(2)
const [first] = words

if (words.length === 1 && (first === '--version' || first === '-V')) {
  printAnswer(() => `${readVersion()}\n`, true)
} else {
  enableCompileCache()
  // Either file can run every command; they differ in what they bring with them.
  const run = words.includes('list')
    ? (await import('./run-list.js')).runList
    : (await import('./run-command-line.js')).runCommandLine
  process.exitCode = await run(words)
}
