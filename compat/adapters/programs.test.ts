import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAnthropicServer } from './support/anthropic-server.js'
import { call, type Turn } from './support/conversation.js'
import { startOpenAIServer } from './support/openai-server.js'
import { openWorkshop, readPrograms, type Workshop } from './support/programs.js'

const programs = await readPrograms()
const names = ['ai-1', 'anthropic-1', 'langchain-1', 'mastra-1', 'openai-1', 'openai-2', 'openai-agents-1']
const script: readonly Turn[] = [call('activate_skill', { name: 'greeter' }), { text: 'Hello, Ada!' }]
let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop(programs)
})
afterAll(() => workshop.remove())

test('every adapter has a page with a program', () => {
  expect(programs.map(({ name }) => name).sort()).toEqual(names)
})

test('the programs compile with the types of the real libraries', async () => {
  expect(await workshop.compile()).toBe('')
})

test('a program that is wrong does not compile', async () => {
  const wrong = await openWorkshop([
    { name: 'wrong', text: "import { toAiSdkTools } from 'metier/ai'\ntoAiSdkTools(1)\n" },
  ])
  expect(await wrong.compile()).toContain('TS2345')
  await wrong.remove()
})

describe.each(programs)('$name', (program) => {
  test('has at most 25 lines', () => {
    expect(program.text.trimEnd().split('\n').length).toBeLessThanOrEqual(25)
  })

  test('activates a skill and prints what the model says', async () => {
    const openai = await startOpenAIServer(script)
    const anthropic = await startAnthropicServer(script)
    try {
      const printed = await workshop.run(program, {
        OPENAI_API_KEY: 'none',
        OPENAI_BASE_URL: openai.url,
        OPENAI_AGENTS_DISABLE_TRACING: '1',
        MASTRA_TELEMETRY_DISABLED: '1',
        ANTHROPIC_API_KEY: 'none',
        ANTHROPIC_BASE_URL: anthropic.url,
      })
      expect(printed).toContain('Hello, Ada!')
      const steps = [...openai.steps, ...anthropic.steps]
      expect(steps[0]?.offered).toEqual(['activate_skill', 'read_skill_file'])
      expect(steps[1]?.answers[0]?.text).toContain('<skill_content name="greeter">')
    } finally {
      await openai.close()
      await anthropic.close()
    }
  })
})
