// An agent whose skill provides an MCP server, which starts and stops with the skill.
//   node examples/agents/mcp-server.mjs "Note that the meeting is on Friday"
import { SkillManager } from 'metier'
import { createWorkspaceTools, describePermission, startServer, VirtualWorkspace } from 'metier/workspace'
import { approveSkill, confirm } from '../lib/ask.mjs'
import { chat, readQuestion } from './chat.mjs'

const skills = await SkillManager.open({ roots: [{ path: 'examples/agents/skills' }] })
await approveSkill(skills, 'notes')

const workspace = new VirtualWorkspace({
  skillManager: skills,
  startServer,
  approve: (request) => confirm(`${describePermission(request)}\nAllow it?`),
  // Notes are the user's own: reading and adding them needs no further prompt.
  policy: { allow: [{ skill: 'notes', tool: '*_note*' }] },
})
try {
  console.log(await chat(readQuestion('What did I note?'), createWorkspaceTools(workspace)))
} finally {
  await workspace.close()
  await skills.close()
}
