/** A Wave tool over a root of the test's own. */

import type { SkillManager, SkillManagerOptions } from '../../src/index.js'
import { createWaveSkillTool, type ToolContext } from '../../src/tools.js'
import { openRoot } from './managing.js'
import { type Files, skillText } from './temporary.js'

export const TWO_SKILLS = {
  'pdf/SKILL.md': skillText('pdf', 'Works with PDF files'),
  'weather/SKILL.md': skillText('weather', 'Tells the weather'),
}

/** The context of a call from the project that the manager was made for. */
export const here: ToolContext = { workdir: process.cwd() }

export interface OpenedWaveTool {
  readonly skills: SkillManager
  readonly root: string
  readonly tool: ReturnType<typeof createWaveSkillTool>
}

export async function openWaveTool(
  files: Files = TWO_SKILLS,
  options: SkillManagerOptions = {},
): Promise<OpenedWaveTool> {
  const { skills, root } = await openRoot(files, options)
  return { skills, root, tool: createWaveSkillTool({ skillManager: skills }) }
}
