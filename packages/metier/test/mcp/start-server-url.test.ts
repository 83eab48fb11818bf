/** A server that a skill names by URL. */

import { expect, test } from 'vitest'
import { startServer } from '../../src/mcp/host/start-server.js'
import { openFileWorkspace } from '../workspace/file-workspace.js'
import { openSkills, startHttp } from './clients.js'

function skillAt(url: string) {
  return { remote: { 'tools.yaml': `servers:\n  hub: { url: "${url}", tools: [skills] }\n` } }
}

test('is asked for as network, and its tools come with the skill', async () => {
  const { skills } = await openSkills()
  const { url } = await startHttp({ skillManager: skills, port: 0 })
  const asked: unknown[] = []
  const approve = (request: object) => asked.push(request) > 0
  const { workspace } = await openFileWorkspace(skillAt(url), { startServer, approve })
  expect(await workspace.activateSkill('remote')).toMatchObject({ success: true, tools: [{ toolName: 'skills' }] })
  expect(await workspace.callTool('skills', { action: 'list' })).toMatchObject({ success: true, result: { count: 2 } })
  expect(asked).toMatchObject([
    { action: 'start_server', category: 'network', message: expect.stringContaining(url) },
    { action: 'call_tool', category: 'network' },
  ])
  await workspace.deactivateSkill()
  expect(workspace.isToolAvailable('skills')).toBe(false)
})

test('that cannot be reached fails the activation', async () => {
  const { workspace } = await openFileWorkspace(skillAt('http://127.0.0.1:9/mcp'), { startServer })
  expect(await workspace.activateSkill('remote')).toMatchObject({ success: false, tools: [] })
})
