// The tools that a model calls, made and called by a host.

async function open({ load }, options = {}) {
  const { SkillManager } = await load('.')
  return SkillManager.open({ environment: { os: 'linux', arch: 'x64', binaries: ['git'] }, ...options })
}

export const TOOL_STORIES = {
  async definitions(stage) {
    const skillManager = await open(stage)
    const { createTools, offerTools } = await stage.load('./tools')
    for (const tool of offerTools(createTools({ skillManager }))) stage.say(tool.name, tool.definition)
    skillManager.close()
  },

  async wave(stage) {
    const skillManager = await open(stage)
    const { SkillTool, createWaveSkillTool } = await stage.load('./tools')
    const tool = new SkillTool(skillManager)
    const context = { workdir: process.cwd() }
    stage.say('name', [tool.name, tool.description, tool.config])
    await stage.attempt('found', () => tool.execute({ skill_name: 'meeting-notes' }, context))
    await stage.attempt('not found', () => tool.execute({ skill_name: 'meeting-note' }, context))
    await stage.attempt('ineligible', () => tool.execute({ skill_name: 'video-clips' }, context))
    await stage.attempt('no name', () => tool.execute({}, context))
    const made = createWaveSkillTool({ skillManager })
    await stage.attempt('made', () => made.execute({ skill_name: 'keigo' }, context))
    skillManager.close()
  },

  async neovate(stage) {
    const skillManager = await open(stage)
    const { createSkillTool } = await stage.load('./tools')
    const tool = createSkillTool({ skillManager })
    stage.say('tool', { name: tool.name, description: tool.description, approval: tool.approval })
    await stage.attempt('found', () => tool.execute({ skill: '  meeting-notes ' }))
    await stage.attempt('not found', () => tool.execute({ skill: ' none ' }))
    await stage.attempt('call', () => tool.call({ skill: 'keigo' }))
    skillManager.close()
  },

  async getSkill(stage) {
    const skillManager = await open(stage)
    const { createGetSkillTool } = await stage.load('./tools')
    const tool = createGetSkillTool({ skillManager })
    for (const skill_name of ['meeting-notes', 'none', '../etc', 'a\\b', 'a..b', '']) {
      await stage.attempt(JSON.stringify(skill_name), () => tool.execute({ skill_name }))
    }
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'get_skill', arguments: '{"skill_name":"keigo"}' },
    }
    await stage.attempt('message', () => tool.handleToolCall(call))
    skillManager.close()
  },

  async consent(stage) {
    const asked = []
    const approve = (request) => {
      asked.push(request)
      return request.action !== 'trust'
    }
    const skillManager = await open(stage, { approve })
    const { createSkillsTool } = await stage.load('./tools')
    const tool = createSkillsTool({ skillManager, approve })
    const inputs = [
      { action: 'trust', source: 'github.com/example/*' },
      { action: 'install', skill: 'setup-guide', from: 'local:offered' },
      { action: 'disable', skill: 'meeting-notes' },
      { action: 'remove', skill: 'setup-guide' },
      { action: 'rollback', skill: 'setup-guide' },
    ]
    for (const input of inputs) await stage.attempt(JSON.stringify(input), () => tool.execute(input))
    stage.say('asked', asked)
    skillManager.close()
  },

  async activation(stage) {
    const skillManager = await open(stage)
    const { createActivateSkillTool } = await stage.load('./tools')
    const tool = createActivateSkillTool({ skillManager })
    await stage.attempt('first', () => tool.execute({ name: 'meeting-notes', arguments: 'the call of Monday' }))
    await stage.attempt('again', () => tool.execute({ name: 'meeting-notes' }))
    await stage.attempt('again, asked for', () => tool.execute({ name: 'meeting-notes', again: true }))
    tool.forget('meeting-notes')
    await stage.attempt('forgotten', () => tool.execute({ name: 'meeting-notes' }))
    await stage.attempt('called', () => tool.call({ name: 'no-such' }))
    skillManager.close()
  },
}
