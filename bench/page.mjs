// Writes docs/benchmarks.md from the results of an earlier run (`npm run bench -- --json FILE`).
//   node bench/page.mjs FILE [DIRECTORY]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePage } from './page/write-page.mjs'

const [file, docs = join(import.meta.dirname, '../docs')] = process.argv.slice(2)
if (file === undefined) {
  console.error('Usage: node bench/page.mjs FILE [DIRECTORY]')
  process.exit(2)
}
writePage(JSON.parse(readFileSync(file, 'utf8')), docs)
