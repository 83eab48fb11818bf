/** What a skill's files bring counts only as long as its user has approved exactly these files. */

import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { handleOpenAICall, toOpenAITools } from '../../src/openai.js'
import { createWorkspaceTools } from '../../src/workspace.js'
import { skillText, writeFiles } from '../support/temporary.js'
import { openFileWorkspace, scriptSkill } from './file-workspace.js'
import { makeTool } from './small-skills.js'

const onPosix = describe.skipIf(process.platform === 'win32')

async function openScript(script: string) {
  const opened = await openFileWorkspace({ acting: scriptSkill(script) })
  expect(await opened.workspace.activateSkill('acting')).toMatchObject({ success: true, tools: [{ toolName: 'act' }] })
  return opened
}

onPosix('approval', () => {
  test('an unapproved skill is activated as text: its tools have no effect', async () => {
    const { workspace } = await openFileWorkspace({ acting: scriptSkill('touch ran') }, { approved: [] })
    const answer = await workspace.activateSkill('acting')
    expect(answer).toMatchObject({ success: true, tools: [], instructions: 'Instructions of acting\n' })
    expect(answer.message).toContain('metier approve acting')
  })

  test('a skill that is disabled while it is active runs nothing more', async () => {
    const { workspace, skillManager } = await openScript('echo ok')
    expect(await workspace.callTool('act')).toMatchObject({ success: true })
    await skillManager.disable('acting')
    const refused = await workspace.callTool('act')
    expect(refused).toMatchObject({ success: false, error: expect.stringContaining("Skill 'acting' is disabled") })
    await skillManager.enable('acting')
    expect(await workspace.callTool('act')).toMatchObject({ success: true })
  })

  test('a skill that is removed while it is active says so, and asks for no approval', async () => {
    const { workspace, skillManager, root } = await openScript('echo ok')
    rmSync(join(root, 'acting'), { recursive: true })
    await skillManager.reload()
    const refused = await workspace.callTool('act')
    expect(refused).toMatchObject({ success: false, error: expect.stringContaining("'acting' is not there any more") })
    expect(JSON.stringify(refused)).not.toContain('metier approve')
  })

  test('a call of a tool of an unapproved skill says so, before and after the activation, and in an adapter', async () => {
    const { workspace, skillManager } = await openFileWorkspace({ acting: scriptSkill('echo ok') }, { approved: [] })
    const failure = {
      code: 'tool_unavailable',
      message: "'act' is not available: it belongs to skill 'acting', which is not approved",
      suggestions: ['Ask the user to run: metier approve acting. Then activate the skill again'],
    }
    expect(await workspace.callTool('act')).toMatchObject({ failure })
    const listTools = createWorkspaceTools(workspace)
    await workspace.activateSkill('acting')
    expect(await workspace.callTool('act')).toMatchObject({ failure })
    expect(toOpenAITools(listTools()).map((tool) => tool.function.name)).not.toContain('act')
    const call = { id: '1', type: 'function', function: { name: 'act', arguments: '{}' } } as const
    expect((await handleOpenAICall(call, listTools())).content).toContain('metier approve acting')
    expect(await workspace.callTool('no_such_tool')).toMatchObject({ failure: { code: 'tool_unknown' } })
    await skillManager.approve('acting')
    expect(await workspace.callTool('act')).toMatchObject({
      failure: { code: 'tool_unavailable', suggestions: ["Activate skill 'acting' first"] },
    })
  })

  test('an unapproved skill whose tools file has a mistake says which one, because it cannot be approved', async () => {
    const broken = { 'tools.yaml': 'tools:\n  - { name: act, description: Acts, run: touch }\n' }
    const { workspace } = await openFileWorkspace({ acting: broken }, { approved: [] })
    const answer = await workspace.activateSkill('acting')
    expect(answer).toMatchObject({ success: true, tools: [], instructions: 'Instructions of acting\n' })
    expect(answer.message).toMatch(/'acting' cannot be approved: tools\.yaml:2:\d+ .*run.*metier approve acting/)
    expect(await workspace.callTool('act')).toMatchObject({
      failure: {
        code: 'tool_unavailable',
        message: expect.stringMatching(
          /^'act' is not available: the tools of skill 'acting' cannot be used: tools\.yaml:2:/,
        ),
        suggestions: ['Ask the user to fix it, and to run: metier approve acting'],
      },
    })
    expect(await workspace.callTool('touched')).toMatchObject({ failure: { code: 'tool_unknown' } })
  })

  test('a call after an edit says that the approval lapsed, and why', async () => {
    const { workspace, root } = await openFileWorkspace({ acting: scriptSkill('echo ok') })
    writeFiles(root, { 'acting/act.sh': 'echo changed' })
    expect(await workspace.callTool('act')).toMatchObject({
      error: expect.stringContaining('whose approval lapsed because act.sh changed'),
    })
  })

  test('a tool that declares less than its program does is asked about as what it does', async () => {
    const input = { type: 'object', properties: { code: { type: 'string' } } }
    const skill = scriptSkill('', { category: 'read', input, run: ['sh', '-c', '{code}'] })
    const asked: string[] = []
    const approve = ({ category }: { readonly category: string }) => asked.push(category) < 0
    const { workspace, skillManager } = await openFileWorkspace({ acting: skill }, { approve })
    expect(await skillManager.review('acting')).toMatchObject({ tools: [{ name: 'act', category: 'execute' }] })
    await workspace.activateSkill('acting')
    expect(await workspace.callTool('act', { code: 'touch ran' })).toMatchObject({ success: false })
    expect(asked).toEqual(['execute'])
  })

  test('a review shows what an approval would allow, and approves nothing', async () => {
    const { skillManager } = await openFileWorkspace({ acting: scriptSkill('touch ran') }, { approved: [] })
    expect(await skillManager.review('acting')).toMatchObject({ approved: false, tools: [{ name: 'act' }] })
    expect(await skillManager.approval('acting')).toMatchObject({ state: 'unapproved' })
  })

  test('a host that still asks approve for a review approves nothing by it', async () => {
    const { skillManager } = await openFileWorkspace({ acting: scriptSkill('touch ran') }, { approved: [] })
    const options = { review: true, digest: undefined }
    await expect(skillManager.approve('acting', options)).rejects.toThrow(TypeError)
    expect(await skillManager.approval('acting')).toMatchObject({ state: 'unapproved' })
  })

  test('a tool that another skill needs waits with it, and the refusal says for what', async () => {
    const needing = { 'tools.yaml': JSON.stringify({ requires: { skills: ['acting'], tools: ['act'] } }) }
    const { workspace } = await openFileWorkspace(
      { needing, acting: scriptSkill('echo ok') },
      { approved: ['needing'] },
    )
    expect(await workspace.activateSkill('needing')).toMatchObject({
      success: false,
      message: "Skill 'needing' requires the tool 'act'",
      failure: { suggestions: expect.arrayContaining([expect.stringContaining('metier approve acting')]) },
    })
  })

  test('a tools file that cannot be read does not leave the field to another, which nobody was shown', async () => {
    const { 'tools.yaml': other } = scriptSkill('')
    const skill = { ...scriptSkill('echo ok'), 'tools.yaml': `${other}\n# \0`, 'tools.json': other ?? '' }
    const { workspace } = await openFileWorkspace({ acting: skill })
    expect(await workspace.activateSkill('acting')).toMatchObject({
      success: false,
      message: expect.stringContaining("'tools.yaml' is not text"),
    })
  })

  test('a tools file that is a link brings nothing: what it leads to was not shown as one', async () => {
    const { 'tools.yaml': real = '', ...files } = scriptSkill('echo ok')
    const { workspace, skillManager, root } = await openFileWorkspace({ acting: { ...files, 'real.yaml': real } })
    symlinkSync('real.yaml', join(root, 'acting/tools.yaml'))
    await skillManager.approve('acting')
    expect(await workspace.activateSkill('acting')).toMatchObject({
      success: false,
      message: "tools.yaml of skill 'acting' is not a regular file",
    })
  })

  test('a change after approval takes the tools away at the next activation', async () => {
    const { workspace, root } = await openFileWorkspace({ acting: scriptSkill('echo approved') })
    writeFiles(root, { 'acting/act.sh': 'echo changed' })
    const answer = await workspace.activateSkill('acting')
    expect(answer).toMatchObject({ success: true, tools: [] })
    expect(answer.message).toContain('changed since: act.sh')
  })

  test('a change while it is active is noticed at the next call', async () => {
    const { workspace, root } = await openScript('touch ran')
    writeFiles(root, { 'acting/act.sh': 'touch ran' + '; true' })
    expect(await workspace.callTool('act')).toMatchObject({
      success: false,
      error: expect.stringContaining('approval'),
      failure: { code: 'tool_unavailable', suggestions: ['Ask the user to run: metier approve acting'] },
    })
    expect(existsSync(join(root, 'acting/ran'))).toBe(false)
  })

  test('a change while it is active takes its allowed-tools back: the user is asked again', async () => {
    const asked: unknown[] = []
    const approve = (request: unknown) => asked.push(request) < 0
    const text = skillText('committing').replace('\n---\n', '\nallowed-tools: Bash(git:*), Read\n---\n')
    const { workspace, root } = await openFileWorkspace({ committing: { 'SKILL.md': text } }, { approve })
    workspace.addGlobalTool(makeTool('Bash', { category: 'execute', paramsSchema: { type: 'object' } }))
    await workspace.activateSkill('committing')
    expect(await workspace.callTool('Bash', { command: 'git status' })).toMatchObject({ success: true })
    expect(asked).toHaveLength(0)
    writeFiles(root, { 'committing/SKILL.md': `${text} ` })
    expect(await workspace.callTool('Bash', { command: 'git status' })).toMatchObject({
      failure: { code: 'call_not_approved' },
    })
    expect(asked).toHaveLength(1)
  })

  test('approving it brings the tools, without opening anything again', async () => {
    const { workspace, skillManager } = await openFileWorkspace({ acting: scriptSkill('echo ok') }, { approved: [] })
    await workspace.activateSkill('acting')
    await skillManager.approve('acting')
    expect(await workspace.activateSkill('acting')).toMatchObject({ tools: [{ toolName: 'act' }] })
    expect(await workspace.callTool('act')).toMatchObject({ result: 'ok\n' })
  })

  test('the host is asked about what executes, and its no is final', async () => {
    const asked: unknown[] = []
    const { workspace, root } = await openFileWorkspace(
      { acting: scriptSkill('touch ran') },
      { approve: (request) => asked.push(request) < 0 },
    )
    await workspace.activateSkill('acting')
    expect(await workspace.callTool('act')).toMatchObject({ failure: { code: 'call_not_approved' } })
    expect(asked).toMatchObject([
      { action: 'call_tool', tool: 'act', category: 'execute', skill: 'acting', params: {} },
    ])
    expect(existsSync(join(root, 'acting/ran'))).toBe(false)
  })
})
