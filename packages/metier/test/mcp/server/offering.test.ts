import { expect, test, vi } from 'vitest'
import { loadSdk } from '../../../src/mcp/sdk.js'
import { createOffering } from '../../../src/mcp/server/offering.js'
import { greeting, openSkills } from '../clients.js'

test.each([
  ['toggle', 1],
  ['dispatch', 0],
] as const)('with %s, an activation changes the list of tools %d times', async (delivery, times) => {
  const { skills } = await openSkills()
  const offering = createOffering(await loadSdk(), { skillManager: skills, skills: [greeting], delivery, watch: false })
  const onToolsChanged = vi.fn()
  const { workspace, close } = offering.createConversation(onToolsChanged)
  expect(await workspace.activateSkill('greeting')).toMatchObject({ success: true })
  expect(onToolsChanged).toHaveBeenCalledTimes(times)
  await close()
  await offering.close()
})
