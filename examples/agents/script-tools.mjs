// An agent whose skill is a directory with scripts: `csv-tools`' tools exist only while the skill is active.
//   node examples/agents/script-tools.mjs "Which country has the most orders in orders.csv?"
import { SkillManager } from 'metier'
import { createWorkspaceTools, describePermission, VirtualWorkspace } from 'metier/workspace'
import { approveSkill, confirm } from '../lib/ask.mjs'
import { chat, readQuestion } from './chat.mjs'

const skills = await SkillManager.open({ roots: [{ path: 'examples/skills' }] })
await approveSkill(skills, 'csv-tools')

const workspace = new VirtualWorkspace({
  skillManager: skills,
  approve: (request) => confirm(`${describePermission(request)}\nAllow it?`),
})
try {
  console.log(await chat(readQuestion('What is in orders.csv?'), createWorkspaceTools(workspace)))
} finally {
  await workspace.close()
  await skills.close()
}
