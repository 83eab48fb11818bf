// The workspace as a host uses it: components, global tools, skills in code and skills that are files.

const OBJECT = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }

async function stageWorkspace({ load }, options = {}) {
  const entry = await load('./workspace')
  const { VirtualWorkspace, ToolComponent, defineTool } = entry
  const workspace = new VirtualWorkspace({ skills: makeSkills(entry), ...options })
  const editor = new ToolComponent()
  editor.toolSet.set('open_file', makeTool(defineTool, 'open_file'))
  editor.toolSet.set('shout', makeTool(defineTool, 'shout'))
  workspace.registerComponent('editor', editor)
  workspace.addGlobalTool(makeTool(defineTool, 'attempt_completion'))
  return { workspace, entry }
}

function makeTool(defineTool, toolName, more = {}) {
  const execute = ({ text }) => `${toolName}: ${text}`
  return defineTool({ toolName, desc: `Does ${toolName}`, paramsSchema: OBJECT, execute, ...more })
}

function makeSkills({ defineSkill, defineTool }) {
  const loud = defineSkill({
    name: 'loud',
    displayName: 'Loud voice',
    description: 'Says things loudly',
    version: '2.0.0',
    capabilities: ['shouting'],
    workDirection: 'Shout whatever is asked for.',
    tools: [makeTool(defineTool, 'shout'), makeTool(defineTool, 'erase', { category: 'write' })],
  })
  const onActivate = () => {
    throw new Error('the hook fell over')
  }
  const failing = defineSkill({ name: 'failing', description: 'Never comes up', tools: [], onActivate })
  return [loud, failing, defineSkill({ name: 'silent', description: 'Has no tools' })]
}

function snapshot({ say }, workspace, title) {
  const names = workspace.getAvailableTools().map(({ toolName }) => toolName)
  say(
    title,
    names.map((name) => ({ name, ...workspace.getToolSource(name) })),
  )
}

async function openFiles(stage, options = {}) {
  const { SkillManager } = await stage.load('.')
  const skillManager = await SkillManager.open({ environment: { os: 'linux', arch: 'x64', binaries: ['node'] } })
  for (const name of ['word-count', 'shelf-keeper', 'bad-tools']) await skillManager.approve(name)
  return (await stageWorkspace(stage, { skillManager, ...options })).workspace
}

export const WORKSPACE_STORIES = {
  async activation(stage) {
    const { workspace } = await stageWorkspace(stage)
    let changes = 0
    workspace.setOnToolAvailabilityChange(() => {
      changes += 1
    })
    snapshot(stage, workspace, 'before')
    await stage.attempt('activate', () => workspace.activateSkill('loud'))
    snapshot(stage, workspace, 'active')
    stage.say('states', workspace.skillManager.getAllSkillToolStates())
    stage.say('names', workspace.skillManager.getActiveSkillToolNames())
    stage.say('active skill', workspace.skillManager.getActiveSkill())
    await stage.attempt('activate another', () => workspace.activateSkill('silent'))
    snapshot(stage, workspace, 'another')
    await stage.attempt('activate none', () => workspace.activateSkill('no-such'))
    await stage.attempt('failing hook', () => workspace.activateSkill('failing'))
    await stage.attempt('deactivate', () => workspace.deactivateSkill())
    await stage.attempt('deactivate again', () => workspace.deactivateSkill())
    snapshot(stage, workspace, 'after')
    stage.say('changes', changes)
    await workspace.close()
  },

  async several(stage) {
    const { workspace } = await stageWorkspace(stage, { mode: 'multi' })
    await stage.attempt('loud', () => workspace.activateSkill('loud'))
    await stage.attempt('silent', () => workspace.activateSkill('silent'))
    stage.say('state', workspace.exportState())
    const state = workspace.exportState()
    await stage.attempt('deactivate one', () => workspace.deactivateSkill('loud'))
    await stage.attempt('import', () => workspace.importState(state))
    await stage.attempt('import nonsense', () => workspace.importState({ version: 99 }))
    await workspace.close()
  },

  async calls(stage) {
    const asked = []
    const approve = (request) => {
      asked.push(request.tool ?? request)
      return false
    }
    const { workspace } = await stageWorkspace(stage, { approve, policy: { deny: ['open_*'] } })
    await workspace.activateSkill('loud')
    await stage.attempt('skill tool', () => workspace.callTool('shout', { text: 'hey' }))
    await stage.attempt('invalid', () => workspace.callTool('shout', { text: 1 }))
    await stage.attempt('not agreed to', () => workspace.callTool('erase', { text: 'x' }))
    await stage.attempt('denied', () => workspace.callTool('open_file', { text: 'x' }))
    await stage.attempt('unknown', () => workspace.callTool('shou', { text: 'x' }))
    await workspace.deactivateSkill()
    await stage.attempt('component tool again', () => workspace.callTool('shout', { text: 'hey' }))
    await stage.attempt('no longer there', () => workspace.callTool('erase', { text: 'x' }))
    stage.say('asked', asked)
    stage.say('metrics', workspace.getMetrics())
    await workspace.close()
  },

  async rendering(stage) {
    const { workspace, entry } = await stageWorkspace(stage, { name: 'DESK' })
    stage.say('no section', workspace.renderSkillToolsSection())
    await workspace.activateSkill('loud')
    for (const width of [40, 80, 120]) console.log(await workspace.render({ width }))
    console.log(await workspace.render({ format: 'markdown' }))
    console.log(workspace.renderSkillsSection().render())
    console.log(workspace.renderSkillToolsSection().render())
    stage.say('tool section', entry.renderToolSection([...workspace.getAvailableTools()]))
    await workspace.close()
  },

  async files(stage) {
    const workspace = await openFiles(stage, { approve: () => true })
    await stage.attempt('count', () => workspace.activateSkill('word-count'))
    await stage.attempt('call', () => workspace.callTool('count_words', { text: 'one two three' }))
    await stage.attempt('invalid', () => workspace.callTool('count_words', {}))
    await stage.attempt('shelf', () => workspace.activateSkill('shelf-keeper'))
    snapshot(stage, workspace, 'restricted')
    await stage.attempt('argument', () => workspace.callTool('sort_shelf', { order: 'up' }))
    await stage.attempt('wrong argument', () => workspace.callTool('sort_shelf', { order: 'left' }))
    await stage.attempt('a script that fails', () => workspace.callTool('break_shelf'))
    await stage.attempt('bad file', () => workspace.activateSkill('bad-tools'))
    await stage.attempt('ineligible', () => workspace.activateSkill('video-clips'))
    stage.say('skills', workspace.listSkills())
    await workspace.close()
  },

  async unapproved(stage) {
    const workspace = await openFiles(stage)
    await workspace.skillManager.revoke('word-count')
    await stage.attempt('not approved', () => workspace.activateSkill('word-count'))
    snapshot(stage, workspace, 'tools')
    await stage.attempt('execute without asking', () => workspace.activateSkill('shelf-keeper'))
    await stage.attempt('call', () => workspace.callTool('sort_shelf', { order: 'up' }))
    await workspace.close()
  },

  async delivery(stage) {
    const { createWorkspaceTools } = await stage.load('./workspace')
    for (const delivery of ['toggle', 'static', 'dispatch']) {
      const { workspace } = await stageWorkspace(stage)
      await workspace.learnTools()
      const tools = createWorkspaceTools(workspace, { delivery })
      const call = (name, input) =>
        tools()
          .find((tool) => tool.name === name)
          ?.call(input)
      const names = () => tools().flatMap(({ definition }) => definition?.name ?? [])
      stage.say(`${delivery}: before`, names())
      await stage.attempt(`${delivery}: activate`, () => call('activate_skill', { name: 'loud' }))
      stage.say(`${delivery}: active`, names())
      await stage.attempt(`${delivery}: call`, () => call('shout', { text: 'hey' }))
      await stage.attempt(`${delivery}: dispatch`, () =>
        call('call_skill_tool', { tool: 'shout', arguments: { text: 'a' } }),
      )
      await stage.attempt(`${delivery}: deactivate`, () => call('deactivate_skill', { name: 'loud' }))
      await stage.attempt(`${delivery}: call again`, () => call('erase', { text: 'hey' }))
      await workspace.close()
    }
  },

  async mistakes(stage) {
    const { defineSkill, defineTool, VirtualWorkspace, ToolSource } = await stage.load('./workspace')
    stage.say('sources', ToolSource)
    await stage.attempt('a tool without a name', () => defineTool({ desc: 'x', paramsSchema: OBJECT }))
    await stage.attempt('a tool without a schema', () => defineTool({ toolName: 'a', desc: 'x' }))
    await stage.attempt('a bad name', () => defineTool({ toolName: 'a b', desc: 'x', paramsSchema: OBJECT }))
    await stage.attempt('a skill without a name', () => defineSkill({ description: 'x' }))
    await stage.attempt('a skill twice', () => {
      const skill = defineSkill({ name: 'a', description: 'x' })
      return new VirtualWorkspace({ skills: [skill, skill] }).listSkills()
    })
    await stage.attempt('a bad policy', () => new VirtualWorkspace({ policy: { allow: [1] } }).mode)
  },
}
