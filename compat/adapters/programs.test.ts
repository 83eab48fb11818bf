import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAnthropicServer } from './support/anthropic-server.js'
import { call, type Turn } from './support/conversation.js'
import { startGoogleServer } from './support/google-server.js'
import { startOpenAIServer } from './support/openai-server.js'
import { openWorkshop, readPrograms, type Workshop } from './support/programs.js'

const programs = await readPrograms()
const names = [
  'ai-1',
  'anthropic-1',
  'anthropic-2',
  'google-adk-1',
  'google-genai-1',
  'google-genai-2',
  'langchain-1',
  'mastra-1',
  'openai-1',
  'openai-2',
  'openai-3',
  'openai-agents-1',
]
/** Pages whose programs list the tools before each request; the others reach them through `call_skill_tool`. */
const TOGGLING = ['anthropic-1', 'google-adk-1', 'google-genai-1', 'openai-1', 'openai-2']
const script = (name: string): readonly Turn[] => [
  call('activate_skill', { name: 'greeter' }),
  TOGGLING.includes(name) ? call('greet', {}) : call('call_skill_tool', { tool: 'greet', arguments: {} }),
  { text: 'Hello, Ada!' },
]
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
  test('has fewer than 20 lines', () => {
    expect(program.text.trimEnd().split('\n').length).toBeLessThan(20)
  })

  test("activates a skill, calls the skill's own tool and prints what the model says", async () => {
    const openai = await startOpenAIServer(script(program.name))
    const anthropic = await startAnthropicServer(script(program.name))
    const google = await startGoogleServer(script(program.name))
    try {
      const printed = await workshop.run(program, {
        OPENAI_API_KEY: 'none',
        OPENAI_BASE_URL: openai.url,
        OPENAI_AGENTS_DISABLE_TRACING: '1',
        MASTRA_TELEMETRY_DISABLED: '1',
        ANTHROPIC_API_KEY: 'none',
        ANTHROPIC_BASE_URL: anthropic.url,
        GOOGLE_API_KEY: 'none',
        GOOGLE_GEMINI_BASE_URL: google.url,
      })
      expect(printed).toContain('Hello, Ada!')
      const steps = [...openai.steps, ...anthropic.steps, ...google.steps]
      expect(steps[0]?.offered).toEqual(expect.arrayContaining(['activate_skill', 'read_skill_file']))
      expect(steps[1]?.answers[0]?.text).toContain('<skill_content name="greeter">')
      expect(steps[2]?.answers[0]?.text).toContain('Greetings from a script')
    } finally {
      await openai.close()
      await anthropic.close()
      await google.close()
    }
  })
})
