// Some peers publish only a command line, as one file that exports nothing: the function wanted is reached in a
// temporary copy of that file that ends before its commands are started.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importFile } from '../lib/modules.mjs'

/** One inner function of a built command line. `start` matches where its commands begin, `beside` are folders it imports from. */
export async function exposeFunction({ file, start, name, scratch, beside = {} }) {
  const text = readFileSync(file, 'utf8')
  const end = text.search(start)
  if (end < 0) throw new Error(`${dirname(file)} is not built as it was: the start of its commands is not found`)
  for (const [link, target] of Object.entries(beside)) symlinkSync(target, join(scratch, link))
  const copy = join(scratch, 'exposed.mjs')
  writeFileSync(copy, `${text.slice(0, end)}\nexport { ${name} }\n`)
  return (await importFile(copy))[name]
}
