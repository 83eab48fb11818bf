// The workspace of the examples: one skill with a script, in a directory next to them.
import { join } from 'node:path'
import { SkillManager } from 'metier'
import { describePermission, VirtualWorkspace } from 'metier/workspace'
import { approveSkill, confirm } from './ask.mjs'

const SKILLS = join(import.meta.dirname, '../adapters/skills')

/** Opens the workspace. The user sees what the skill runs and approves it once. */
export async function openWorkspace({ ask = confirm } = {}) {
  const skillManager = await SkillManager.open({ roots: [{ path: SKILLS }] })
  await approveSkill(skillManager, 'word-count', ask)
  return new VirtualWorkspace({ skillManager, approve: (request) => ask(`${describePermission(request)}\nAllow it?`) })
}
