// The adapters: the definitions that each library would get, and how its calls are answered.

async function openTools({ load }) {
  const { SkillManager } = await load('.')
  const { createTools, offerTools } = await load('./tools')
  const skillManager = await SkillManager.open({ environment: { os: 'linux', arch: 'x64', binaries: ['git'] } })
  return { skillManager, tools: offerTools(createTools({ skillManager })) }
}

function chatCall(name, input) {
  return { id: 'call_1', type: 'function', function: { name, arguments: input } }
}

export const ADAPTER_STORIES = {
  async openai(stage) {
    const { skillManager, tools } = await openTools(stage)
    const { toOpenAITools, handleOpenAICall, toOpenAIRunnableTools } = await stage.load('./openai')
    stage.say('chat', toOpenAITools(tools))
    stage.say('strict', toOpenAITools(tools, { strict: true }))
    stage.say('responses', toOpenAITools(tools, { api: 'responses' }))
    await stage.attempt('call', () => handleOpenAICall(chatCall('Skill', '{"skill_name":"keigo"}'), tools))
    await stage.attempt('bad JSON', () => handleOpenAICall(chatCall('Skill', '{"skill_name":'), tools))
    await stage.attempt('bad input', () => handleOpenAICall(chatCall('Skill', '{"name":"keigo"}'), tools))
    await stage.attempt('no such tool', () => handleOpenAICall(chatCall('Skil', '{}'), tools))
    const item = { type: 'function_call', call_id: 'c1', name: 'skill', arguments: '{"skill":"none"}' }
    await stage.attempt('responses call', () => handleOpenAICall(item, tools))
    const [first] = toOpenAIRunnableTools(tools)
    await stage.attempt('runnable', () => first.function.function('{"skill_name":"none"}'))
    await stage.attempt('the same tool twice', () => toOpenAITools([tools[0], tools[0]]))
    skillManager.close()
  },

  async anthropic(stage) {
    const { skillManager, tools } = await openTools(stage)
    const { toAnthropicTools, handleAnthropicToolUse, toAnthropicRunnableTools } = await stage.load('./anthropic')
    stage.say('tools', toAnthropicTools(tools))
    const use = (name, input) => ({ type: 'tool_use', id: 'toolu_1', name, input })
    await stage.attempt('call', () => handleAnthropicToolUse(use('skill', { skill: 'keigo' }), tools))
    await stage.attempt('bad input', () => handleAnthropicToolUse(use('skills', { action: 1 }), tools))
    await stage.attempt('no such tool', () => handleAnthropicToolUse(use('none', {}), tools))
    const runnable = toAnthropicRunnableTools(tools)
    await stage.attempt('runnable', () => runnable[0].run({ skill_name: 'keigo' }))
    await stage.attempt('runnable that fails', () => runnable[0].run({ skill_name: 'none' }))
    skillManager.close()
  },

  async ai(stage) {
    const { skillManager, tools } = await openTools(stage)
    const { toAiSdkTools, prepareStep } = await stage.load('./ai')
    const made = toAiSdkTools(tools)
    stage.say('tools', Object.fromEntries(Object.entries(made).map(([name, tool]) => [name, { ...tool }])))
    stage.say('step', prepareStep(made)())
    const options = { toolCallId: 'c1', messages: [] }
    await stage.attempt('call', () => made.skill.execute({ skill: 'keigo' }, options))
    await stage.attempt('bad input', () => made.skill.execute({ skill: 1 }, options))
    await stage.attempt('not found', () => made.get_skill.execute({ skill_name: 'none' }, options))
    skillManager.close()
  },

  async langchain(stage) {
    const { skillManager, tools } = await openTools(stage)
    const { toLangChainTools, skillsMiddleware } = await stage.load('./langchain')
    const made = toLangChainTools(tools)
    stage.say(
      'tools',
      made.map((tool) => ({ ...tool, description: tool.description })),
    )
    await stage.attempt('call', () => made[1].invoke({ skill: 'keigo' }))
    await stage.attempt('bad input', () => made[1].invoke({ skill: 1 }))
    const call = { type: 'tool_call', id: 'c1', name: 'skill', args: { skill: 'none' } }
    await stage.attempt('a call with its id', () => made[1].invoke(call))
    stage.say('middleware', Object.keys(skillsMiddleware(tools)))
    skillManager.close()
  },

  async mastra(stage) {
    const { skillManager, tools } = await openTools(stage)
    const { toMastraTools } = await stage.load('./mastra')
    const made = toMastraTools(tools)
    stage.say(
      'tools',
      Object.values(made).map((tool) => ({ ...tool, description: tool.description })),
    )
    await stage.attempt('call', () => made.skill.execute({ skill: 'keigo' }, {}))
    await stage.attempt('an older call', () => made.skill.execute({ context: { skill: 'keigo' } }))
    await stage.attempt('bad input', () => made.skill.execute({ skill: 1 }, {}))
    skillManager.close()
  },

  async openaiAgents(stage) {
    const { skillManager, tools } = await openTools(stage)
    const { toOpenAIAgentsTools } = await stage.load('./openai-agents')
    const made = toOpenAIAgentsTools(tools)
    stage.say(
      'tools',
      made.map((tool) => ({ ...tool })),
    )
    await stage.attempt('call', () => made[1].invoke({}, '{"skill":"keigo"}'))
    await stage.attempt('bad JSON', () => made[1].invoke({}, '{"skill":'))
    await stage.attempt('bad input', () => made[1].invoke({}, '{"skill":1}'))
    skillManager.close()
  },
}
