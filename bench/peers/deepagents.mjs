import { join } from 'node:path'
import { importFile, silenceConsole } from '../lib/modules.mjs'

export async function prepare({ compat, root }) {
  const { listSkills } = await importFile(join(compat, 'node_modules/deepagents/dist/index.js'))
  silenceConsole()
  return async () => {
    const skills = listSkills({ projectSkillsDir: root })
    return { count: skills.length, hold: skills }
  }
}
