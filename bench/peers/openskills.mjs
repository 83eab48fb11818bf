// It reads name and description with two regular expressions, without YAML.
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { exposeFunction } from './expose.mjs'

export async function prepare({ compat, root, scratch }) {
  const modules = join(compat, 'node_modules')
  const findAllSkills = await exposeFunction({
    file: join(modules, 'openskills/dist/cli.js'),
    start: /^(?:var|const|let) program = /m,
    name: 'findAllSkills',
    scratch,
    beside: { node_modules: modules },
  })
  mkdirSync(join(scratch, '.claude'))
  symlinkSync(root, join(scratch, '.claude/skills'))
  process.chdir(scratch)
  return async () => {
    const skills = findAllSkills()
    return { count: skills.length, hold: skills }
  }
}
