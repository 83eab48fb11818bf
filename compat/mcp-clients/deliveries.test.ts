/** Which delivery fits which library: what it lists before and after an activation, and whether it can call the skill's tool by name. */
import { Agent, MCPServerStdio, OpenAIChatCompletionsModel, run } from '@openai/agents'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../adapters/support/conversation.js'
import { startOpenAIServer } from '../adapters/support/openai-server.js'
import { HTTP, type OpenedClient, STDIO } from './support/clients.js'
import { DELIVERIES, type Delivery, type Machine, startMachine } from './support/machine.js'

/** What was seen with one client. */
interface Sight {
  /** Whether the first list has the tool of the skill, which is not active yet. */
  readonly isListedBefore: boolean
  /** Whether a new list has it after the activation. */
  readonly isListedAfter: boolean
  /** Whether a call by name reaches the tool after the activation, with the first list if it is there, or with a new one. */
  readonly isCalledByName: boolean
  /** Whether `call_skill_tool` reaches it, with the handle if there is one. */
  readonly isDispatched: boolean
}

async function look(client: OpenedClient): Promise<Sight> {
  const activated = await client.call('activate_skill', { name: 'greeter' })
  const [, activation] = /activation\W+([\w-]{22})\b/.exec(activated) ?? []
  const handle = activation === undefined ? {} : { activation }
  const now = await client.list()
  const isListedBefore = client.names.includes('greet')
  const byName = await attempt(() => (isListedBefore ? client : now).call('greet', {}))
  const dispatched = await attempt(() => client.call('call_skill_tool', { tool: 'greet', arguments: {}, ...handle }))
  await attempt(() => client.call('deactivate_skill', handle))
  return {
    isListedBefore,
    isListedAfter: now.names.includes('greet'),
    isCalledByName: byName.includes('Greetings from a script'),
    isDispatched: dispatched.includes('Greetings from a script'),
  }
}

const DISPATCHED = { isListedBefore: false, isListedAfter: false, isCalledByName: false, isDispatched: true }

/** A client that keeps its connection, and the conversation with it. */
const KEEPING: Readonly<Record<Delivery, Sight>> = {
  toggle: { isListedBefore: false, isListedAfter: true, isCalledByName: true, isDispatched: true },
  static: { isListedBefore: true, isListedAfter: true, isCalledByName: true, isDispatched: true },
  dispatch: DISPATCHED,
}

/**
 * A client that opens a session or a process for each list and each call, or has no session: no list and no call by name
 * belongs to the conversation.
 */
const FORGETTING: Readonly<Record<Delivery, Sight>> = {
  toggle: DISPATCHED,
  static: { isListedBefore: true, isListedAfter: true, isCalledByName: false, isDispatched: true },
  dispatch: DISPATCHED,
}

const FORGETFUL = { http: ['Google ADK', 'AI SDK', 'Mastra', 'OpenAI Agents'], stdio: ['Google ADK'] } as const

describe.each(DELIVERIES)('%s', (delivery) => {
  let machine: Machine
  beforeAll(async () => {
    machine = await startMachine(delivery)
  })
  afterAll(() => machine.close())

  const see = async (name: string, place: keyof typeof FORGETFUL, client: OpenedClient) => {
    try {
      const expected = FORGETFUL[place].some((one) => one === name) ? FORGETTING : KEEPING
      expect(await look(client)).toEqual(expected[delivery])
    } finally {
      await client.close()
    }
  }

  test.each(Object.keys(HTTP))('with %s over HTTP', async (name) => {
    await see(name, 'http', (await HTTP[name]?.(machine)) as OpenedClient)
  })

  test.each(Object.keys(STDIO))('with %s on stdio', async (name) => {
    await see(name, 'stdio', (await STDIO[name]?.(machine.launch)) as OpenedClient)
  })
})

/** Some libraries throw what the server refuses. */
async function attempt(act: () => Promise<string>): Promise<string> {
  return act().catch((error: unknown) => String(error))
}

test('OpenAI Agents on stdio lists the tools again in each turn, so toggle is enough', async () => {
  const machine = await startMachine('toggle')
  const model = await startOpenAIServer([
    call('activate_skill', { name: 'greeter' }),
    call('greet', {}),
    { text: 'Hello, Ada!' },
  ])
  const metier = new MCPServerStdio({ ...machine.launch, name: 'metier' })
  await metier.connect()
  try {
    const client = new OpenAI({ baseURL: model.url, apiKey: 'none' })
    const chat = new OpenAIChatCompletionsModel(client as never, 'gpt-4o')
    const agent = new Agent({ name: 'host', model: chat, mcpServers: [metier] })
    expect((await run(agent, 'Greet Ada.')).finalOutput).toBe('Hello, Ada!')
    expect(model.steps.map(({ offered }) => offered.includes('greet'))).toEqual([false, true, true])
    const answers = model.steps.flatMap((step) => step.answers).map(({ text }) => text)
    expect(answers.at(-1)).toContain('Greetings from a script')
  } finally {
    await metier.close()
    await model.close()
    await machine.close()
  }
})
