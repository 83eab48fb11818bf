/** Tools that come and go with their skill, through every library: N tools, then N and those of the skill, then N. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { ChatOpenAI } from '@langchain/openai'
import { Agent as MastraAgent } from '@mastra/core/agent'
import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents'
import { generateText, isLoopFinished } from 'ai'
import { createAgent } from 'langchain'
import { SkillManager } from 'metier'
import { prepareStep, toAiSdkTools } from 'metier/ai'
import { handleAnthropicToolUse, toAnthropicTools } from 'metier/anthropic'
import { skillsMiddleware } from 'metier/langchain'
import { prepareStep as prepareMastraStep, toMastraTools } from 'metier/mastra'
import { handleOpenAICall, toOpenAITools } from 'metier/openai'
import { toOpenAIAgentsTools } from 'metier/openai-agents'
import { createWorkspaceTools, defineSkill, defineTool, VirtualWorkspace } from 'metier/workspace'
import OpenAI from 'openai'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { startAnthropicServer } from './support/anthropic-server.js'
import { call, type Turn } from './support/conversation.js'
import { type ScriptedServer, startOpenAIServer } from './support/openai-server.js'

let server: ScriptedServer

afterEach(() => server.close())

function makeTool(toolName: string) {
  const paramsSchema = { type: 'object', properties: { file: { type: 'string' } } }
  return defineTool({ toolName, desc: `Does ${toolName}`, paramsSchema, execute: () => `${toolName} is done` })
}

function openWorkspace() {
  const workspace = new VirtualWorkspace({
    skills: [
      defineSkill({ name: 'pdf', description: 'Reads PDF files', tools: [makeTool('extract'), makeTool('split')] }),
      defineSkill({ name: 'mail', description: 'Sends mail', tools: [makeTool('send')] }),
    ],
  })
  workspace.addGlobalTool(makeTool('read_file'))
  return createWorkspaceTools(workspace)
}

/** The same with the skill `pdf` as files. */
async function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'metier-compat-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const run = (name: string) => ({
    name,
    description: `Does ${name}`,
    run: ['printf', `${name} is done`],
    category: 'read',
  })
  mkdirSync(join(folder, 'skills/pdf'), { recursive: true })
  writeFileSync(join(folder, 'skills/pdf/SKILL.md'), '---\nname: pdf\ndescription: Reads PDF files\n---\nRead it.\n')
  writeFileSync(join(folder, 'skills/pdf/tools.yaml'), JSON.stringify({ tools: [run('extract'), run('split')] }))
  const roots = [{ path: join(folder, 'skills'), scope: 'project' as const }]
  const skillManager = await SkillManager.open({ roots, home: folder, index: false, config: {} })
  await skillManager.approve('pdf')
  const workspace = new VirtualWorkspace({ skillManager })
  workspace.addGlobalTool(makeTool('read_file'))
  await workspace.learnTools()
  return createWorkspaceTools(workspace)
}

const SCRIPT: readonly Turn[] = [
  call('activate_skill', { name: 'pdf' }),
  call('extract', { file: 'a.pdf' }),
  call('deactivate_skill', { name: 'pdf' }),
  { text: 'Done.' },
]
const BEFORE = ['activate_skill', 'read_file']
const ACTIVE = ['activate_skill', 'deactivate_skill', 'read_file', 'extract', 'split']

/** A workspace over folders also offers `read_skill_file`. */
function expectConversation(): void {
  const offered = server.steps.map((step) => step.offered.filter((name) => name !== 'read_skill_file'))
  expect(offered).toEqual([BEFORE, ACTIVE, ACTIVE, BEFORE])
  const answers = server.steps.flatMap((step) => step.answers).map(({ text }) => text)
  expect(answers[0]).toContain('"input_schema"')
  expect(answers[1]).toBe('extract is done')
  expect(answers[2]).toContain('Deactivated: pdf')
}

const GO = { role: 'user' as const, content: 'Go.' }

test('OpenAI', async () => {
  server = await startOpenAIServer(SCRIPT)
  const client = new OpenAI({ apiKey: 'none', baseURL: server.url, maxRetries: 0 })
  const tools = openWorkspace()
  const messages: OpenAI.ChatCompletionMessageParam[] = [GO]
  for (;;) {
    const request = { model: 'scripted', messages, tools: toOpenAITools(tools()) }
    const message = (await client.chat.completions.create(request)).choices[0]?.message
    if (message?.tool_calls === undefined) break
    messages.push(message)
    for (const toolCall of message.tool_calls) messages.push(await handleOpenAICall(toolCall, tools()))
  }
  expectConversation()
})

test('Anthropic', async () => {
  server = await startAnthropicServer(SCRIPT)
  const client = new Anthropic({ apiKey: 'none', baseURL: server.url, maxRetries: 0 })
  const tools = openWorkspace()
  const messages: Anthropic.MessageParam[] = [GO]
  for (;;) {
    const request = { model: 'scripted', max_tokens: 100, messages, tools: toAnthropicTools(tools()) }
    const message = await client.messages.create(request)
    if (message.stop_reason !== 'tool_use') break
    const uses = message.content.filter((block) => block.type === 'tool_use')
    const content = await Promise.all(uses.map((block) => handleAnthropicToolUse(block, tools())))
    messages.push({ role: 'assistant', content: message.content }, { role: 'user', content })
  }
  expectConversation()
})

async function generateWith(offered: Parameters<typeof toAiSdkTools>[0]): Promise<void> {
  server = await startOpenAIServer(SCRIPT)
  const tools = toAiSdkTools(offered)
  await generateText({
    model: createOpenAI({ apiKey: 'none', baseURL: server.url }).chat('scripted'),
    prompt: 'Go.',
    tools,
    stopWhen: isLoopFinished(),
    prepareStep: prepareStep(tools),
  })
}

test('the AI SDK', async () => {
  await generateWith(openWorkspace()())
  expectConversation()
})

test('the AI SDK, with a skill that is a folder: its scripts are learnt before the list is fixed', async () => {
  await generateWith((await openFolder())())
  expectConversation()
})

test('LangChain', async () => {
  server = await startOpenAIServer(SCRIPT)
  const configuration = { baseURL: server.url }
  const model = new ChatOpenAI({ model: 'scripted', apiKey: 'none', maxRetries: 0, configuration })
  await createAgent({ model, middleware: [skillsMiddleware(openWorkspace()())] }).invoke({ messages: [GO] })
  expectConversation()
})

test('Mastra', async () => {
  server = await startOpenAIServer(SCRIPT)
  const tools = toMastraTools(openWorkspace()())
  const model = { id: 'scripted/model', url: server.url, apiKey: 'none' } as const
  const agent = new MastraAgent({ id: 'one', name: 'one', instructions: 'Go.', model, tools })
  await agent.generate('Go.', { maxSteps: 10, prepareStep: prepareMastraStep(tools) })
  expectConversation()
})

test('the OpenAI Agents SDK', async () => {
  server = await startOpenAIServer(SCRIPT)
  const modelProvider = new OpenAIProvider({ apiKey: 'none', baseURL: server.url, useResponses: false })
  const agent = new Agent({ name: 'One', model: 'scripted', tools: toOpenAIAgentsTools(openWorkspace()(), { tool }) })
  await new Runner({ modelProvider, tracingDisabled: true }).run(agent, 'Go.', { maxTurns: 10 })
  expectConversation()
})
