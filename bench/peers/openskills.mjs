// openskills publishes its command line as one file and exports nothing: its `findAllSkills` is reached in a temporary
// copy of that file that ends before the commands are started.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importFile } from '../lib/modules.mjs'

export async function prepare({ compat, root, scratch }) {
  const text = readFileSync(join(compat, 'node_modules/openskills/dist/cli.js'), 'utf8')
  const start = text.search(/^(?:var|const|let) program = /m)
  if (start < 0) throw new Error('openskills is not built as it was: its commands are not found')
  const file = join(scratch, 'openskills.mjs')
  writeFileSync(file, `${text.slice(0, start)}\nexport { findAllSkills }\n`)
  symlinkSync(join(compat, 'node_modules'), join(scratch, 'node_modules'))
  const { findAllSkills } = await importFile(file)
  mkdirSync(join(scratch, '.claude'))
  symlinkSync(root, join(scratch, '.claude/skills'))
  process.chdir(scratch)
  return async () => {
    const skills = findAllSkills()
    return { count: skills.length, hold: skills }
  }
}
