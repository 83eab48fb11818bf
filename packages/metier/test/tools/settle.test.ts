import { expect, test } from 'vitest'
import { createWorkspaceTools, VirtualWorkspace } from '../../src/workspace.js'
import { makeTool } from '../workspace/small-skills.js'

test('a result that cannot be written as JSON is told, not thrown', async () => {
  const workspace = new VirtualWorkspace()
  workspace.addGlobalTool(makeTool('count', { execute: () => ({ many: 10n }) }))
  const count = createWorkspaceTools(workspace)().find(({ name }) => name === 'count')
  expect(await count?.call({})).toMatchObject({ isError: true, data: { error: expect.stringContaining('BigInt') } })
})
