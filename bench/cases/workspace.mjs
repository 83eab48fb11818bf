// What availability, a switch and a call cost in a workspace of so many tools and skills, in microseconds.
import { join } from 'node:path'
import { importFile } from '../lib/modules.mjs'
import { median } from '../lib/statistics.mjs'

const ROUNDS = 30

export async function measure({ dist, tools, skills }) {
  const { VirtualWorkspace, ToolComponent, defineSkill, defineTool } = await importFile(join(dist, 'workspace.js'))
  const paramsSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
  const execute = ({ text }) => text
  const makeTool = (toolName) => defineTool({ toolName, desc: `Does ${toolName}`, paramsSchema, execute })
  const workspace = new VirtualWorkspace({
    skills: Array.from({ length: skills }, (_, at) => {
      const own = Array.from({ length: 5 }, (_, n) => makeTool(`skill${at}_tool${n}`))
      return defineSkill({ name: `skill${at}`, description: 'Does something', tools: own })
    }),
  })
  for (let first = 0; first < tools; first += 500) {
    const component = new ToolComponent()
    for (let at = first; at < Math.min(tools, first + 500); at++)
      component.toolSet.set(`tool${at}`, makeTool(`tool${at}`))
    workspace.registerComponent(`component${first}`, component)
  }
  await workspace.activateSkill('skill0')
  const params = { text: 'hello' }
  await workspace.callTool('skill0_tool0', params)
  const bare = makeTool('bare')
  return {
    availableUs: await microseconds(1_000, () => workspace.isToolAvailable('skill0_tool0')),
    absentUs: await microseconds(1_000, () => workspace.isToolAvailable('skill1_tool0')),
    sourceUs: await microseconds(1_000, () => workspace.getToolSource('tool0')),
    switchUs: await microseconds(50, async (at) => {
      await workspace.activateSkill(`skill${at % 2}`)
      workspace.isToolAvailable('tool0')
    }),
    callUs: await microseconds(500, () => workspace.callTool('tool0', params)),
    bareUs: await microseconds(500, async () => bare.execute(params)),
    listUs: await microseconds(20, () => workspace.getAvailableTools()),
  }
}

/** The middle of many rounds, each the mean of many runs: one run is shorter than a clock can tell. */
async function microseconds(count, run) {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    for (let at = 0; at < count; at++) await run(at)
    rounds.push(((performance.now() - start) * 1_000) / count)
  }
  return median(rounds)
}
