import { importPackage, silenceConsole } from '../lib/modules.mjs'

export async function prepare({ compat, root }) {
  const { listSkills } = await importPackage(compat, 'deepagents')
  silenceConsole()
  return async () => {
    const skills = listSkills({ projectSkillsDir: root })
    return { count: skills.length, hold: skills }
  }
}
