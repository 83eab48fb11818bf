/** The pages about libraries without an adapter: their programs compile, and reach the tool of a skill. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, type Turn } from '../adapters/support/conversation.js'
import { startOpenAIServer } from '../adapters/support/openai-server.js'
import { type Machine, startMachine } from './support/machine.js'
import { openWorkshop, readPrograms, type Workshop } from './support/programs.js'

const programs = await readPrograms()
let machine: Machine
let workshop: Workshop

beforeAll(async () => {
  machine = await startMachine()
  workshop = await openWorkshop(programs, machine.launch)
})
afterAll(async () => {
  await workshop.remove()
  await machine.close()
})

const SCRIPT: readonly Turn[] = [
  call('activate_skill', { name: 'greeter' }),
  call('call_skill_tool', { tool: 'greet', arguments: {} }),
  { text: 'Hello, Ada!' },
]

test('there is a page for each of them', () => {
  expect(programs.map(({ name }) => name)).toEqual(['genkit', 'llamaindex', 'strands'])
})

test('the programs compile with the types of the real libraries', async () => {
  expect(await workshop.compile()).toBe('')
})

describe.each(programs)('$name', (program) => {
  test("activates a skill, calls the skill's own tool and prints what the model says", async () => {
    const server = await startOpenAIServer(SCRIPT)
    try {
      const variables = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: server.url, GENKIT_TELEMETRY_DISABLED: '1' }
      expect(await workshop.run(program, variables)).toContain('Hello, Ada!')
      expect(server.steps[0]?.offered).toContain('activate_skill')
      const answers = server.steps.flatMap((step) => step.answers).map(({ text }) => text)
      expect(answers[0]).toContain('Say hello.')
      expect(answers[1]).toContain('Greetings from a script')
    } finally {
      await server.close()
    }
  })
})
