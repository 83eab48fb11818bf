import { join } from 'node:path'
import { importFile } from '../lib/modules.mjs'

export async function prepare({ compat, root }) {
  const file = join(compat, 'node_modules/@mariozechner/pi-coding-agent/dist/core/skills.js')
  const { loadSkillsFromDir } = await importFile(file)
  return async () => {
    const { skills } = loadSkillsFromDir({ dir: root, source: 'user' })
    return { count: skills.length, hold: skills }
  }
}
