// It also reads every other file of every skill.
import { join } from 'node:path'
import { importFile, silenceConsole } from '../lib/modules.mjs'

export async function prepare({ compat, root }) {
  const tools = await importFile(join(compat, 'node_modules/bash-tool/dist/index.js'))
  silenceConsole()
  return async () => {
    const tool = await tools.experimental_createSkillTool({ skillsDirectory: root })
    return { count: tool.skills.length, hold: tool }
  }
}
