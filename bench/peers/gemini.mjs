import { join } from 'node:path'
import { importFile } from '../lib/modules.mjs'

export async function prepare({ compat, root }) {
  const loader = 'node_modules/@google/gemini-cli-core/dist/src/skills/skillLoader.js'
  const { loadSkillsFromDir } = await importFile(join(compat, loader))
  return async () => {
    const skills = await loadSkillsFromDir(root)
    return { count: skills.length, hold: skills }
  }
}
