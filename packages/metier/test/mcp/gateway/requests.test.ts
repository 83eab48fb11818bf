/** What a skill's server asks reaches the client: questions to the user, its model, and its directories. */

import type { Client } from '@modelcontextprotocol/client'
import { inputRequired, type ServerContext } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import { type AnswerCall, type ServerEra, speakMcp } from '../../servers/mcp.js'
import { eventually } from '../../workspace/file-workspace.js'
import { type Era, textOf } from '../clients.js'
import { openGateway, type Place, skillAt } from './gateway.js'
import { PAIRS } from './pairs.js'

const FORM = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'Ann', minLength: 1 },
    color: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] },
  },
  required: ['name'],
} as const
const ELICITATION = { mode: 'form', message: 'Who are you?', requestedSchema: FORM } as const
const SAMPLING = {
  messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
  maxTokens: 100,
  temperature: 0.5,
  modelPreferences: { hints: [{ name: 'small' }], speedPriority: 0.9 },
} as const

const REPLIES = {
  'elicitation/create': { action: 'accept', content: { name: 'Bea', color: 'r' } },
  'sampling/createMessage': {
    role: 'assistant',
    content: { type: 'text', text: 'Paris' },
    model: 'm',
    stopReason: 'endTurn',
  },
  'roots/list': { roots: [{ uri: 'file:///work', name: 'Work' }] },
} as const

const ALL = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }

/** Asks for everything in the way of its era, and answers with what it was told. */
const askAll: Readonly<Record<ServerEra, AnswerCall>> = {
  '2025': async (_, { mcpReq }) => {
    const said = [
      await mcpReq.send({ method: 'elicitation/create', params: ELICITATION }),
      await mcpReq.send({ method: 'sampling/createMessage', params: SAMPLING }),
      await mcpReq.send({ method: 'roots/list' }),
    ]
    return { content: [{ type: 'text', text: JSON.stringify(said) }] }
  },
  '2026': (_, { mcpReq }) => {
    const given = mcpReq.inputResponses
    if (given === undefined) {
      return inputRequired({
        inputRequests: {
          who: inputRequired.elicit({ message: ELICITATION.message, requestedSchema: FORM as never }),
          model: inputRequired.createMessage(SAMPLING as never),
          where: inputRequired.listRoots(),
        },
        requestState: 'a state of its own',
      })
    }
    expect(mcpReq.requestState()).toBe('a state of its own')
    return { content: [{ type: 'text', text: JSON.stringify([given.who, given.model, given.where]) }] }
  },
}

interface Asked {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>> | undefined
}

/** Answers every request of a server, and writes it down. */
function answering(asked: Asked[]) {
  return (client: Client) => {
    for (const [method, reply] of Object.entries(REPLIES)) {
      client.setRequestHandler(method as 'roots/list', (request) => {
        asked.push({ method, params: (request as unknown as Asked).params })
        return reply as never
      })
    }
  }
}

async function open(era: Era, place: Place, url: string, asked: Asked[], capabilities: object = ALL, server = {}) {
  return openGateway({
    era,
    place,
    files: skillAt(url),
    client: { capabilities },
    prepare: capabilities === ALL ? answering(asked) : () => undefined,
    server,
  })
}

describe.each(PAIRS)('a server of %s and a client of %s over %s', (served, era, place) => {
  test('elicitation, sampling and roots pass both ways, labelled with the skill', async () => {
    const { url } = await speakMcp(served, { answer: askAll[served] })
    const asked: Asked[] = []
    const { client } = await open(era, place, url, asked)
    const result = await client.callTool({ name: 'act' })
    expect(JSON.parse(textOf(result))).toEqual(Object.values(REPLIES))
    expect(asked.map(({ method }) => method).sort()).toEqual(Object.keys(REPLIES).sort())
    const found = (method: string) => asked.find((one) => one.method === method)?.params
    expect(found('elicitation/create')).toEqual({ ...ELICITATION, message: "Skill 'spoken' asks: Who are you?" })
    expect(found('sampling/createMessage')).toEqual({
      ...SAMPLING,
      systemPrompt: "This request comes from a server of the skill 'spoken', not from the user.",
    })
  })

  test('a client that cannot do it is never asked, and the server gets an error that says so', async () => {
    const errors: unknown[] = []
    const answer: AnswerCall = async (_, context) => {
      for (const method of Object.keys(REPLIES)) errors.push(await refusalOf(method, context))
      return { content: [{ type: 'text', text: 'went on' }] }
    }
    const { url } = await speakMcp(served, { answer: served === '2025' ? answer : askAll['2026'] })
    const { client } = await open(era, place, url, [], {})
    const result = await client.callTool({ name: 'act' }).catch((error: unknown) => error as Error)
    if (served === '2026') {
      // Its own protocol tells it what the client can do.
      expect(result).toMatchObject({ message: expect.stringMatching(/capabilit/) })
      return
    }
    expect(textOf(result as object)).toBe('went on')
    expect(errors).toHaveLength(3)
    for (const error of errors) expect(String(error)).toMatch(/does not support/)
  })
})

/** Without the check of its own SDK: a server may ask for what was never declared. */
async function refusalOf(method: string, { mcpReq }: ServerContext): Promise<unknown> {
  const params = method === 'elicitation/create' ? ELICITATION : method === 'roots/list' ? {} : SAMPLING
  const any = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const
  return mcpReq.send({ method, params }, any).catch((error: unknown) => error)
}

describe('a question of a server of 2025', () => {
  test('that the server takes back is taken back from the client', async () => {
    const { url } = await speakMcp('2025', {
      answer: async (_, { mcpReq }) => {
        const timeout = new AbortController()
        const asking = mcpReq.send({ method: 'elicitation/create', params: ELICITATION }, { signal: timeout.signal })
        await eventually(() => isAsked)
        timeout.abort()
        await asking.catch(() => undefined)
        return { content: [{ type: 'text', text: 'never mind' }] }
      },
    })
    let isAsked = false
    let isTakenBack = false
    const { client } = await openGateway({
      files: skillAt(url),
      client: { capabilities: ALL },
      prepare: (connected) =>
        connected.setRequestHandler('elicitation/create', (_, { mcpReq }) => {
          isAsked = true
          return new Promise((resolve) => {
            mcpReq.signal.addEventListener('abort', () => {
              isTakenBack = true
              resolve({ action: 'cancel' })
            })
          })
        }),
    })
    expect(textOf(await client.callTool({ name: 'act' }))).toBe('never mind')
    await eventually(() => isTakenBack)
  })
})

describe('permission', () => {
  const policy = { allow: [{ tool: 'server:*' }, { tool: 'act' }] }

  test.each(PAIRS)(
    'a server of %s, a client of %s over %s: the user is asked before the model',
    async (served, era, place) => {
      const { url } = await speakMcp(served, { answer: askAll[served] })
      const questions: string[] = []
      const asked: Asked[] = []
      const { client } = await openGateway({
        era,
        place,
        files: skillAt(url),
        client: { capabilities: ALL },
        server: { policy },
        prepare: (connected) => {
          answering(asked)(connected)
          connected.setRequestHandler('elicitation/create', ({ params }) => {
            questions.push(params.message)
            const isOurs = params.message.startsWith("Skill 'spoken' wants answers from your model")
            return isOurs ? { action: 'accept', content: { agree: true } } : REPLIES['elicitation/create']
          })
        },
      })
      for (const _ of [1, 2]) {
        expect(JSON.parse(textOf(await client.callTool({ name: 'act' })))).toEqual(Object.values(REPLIES))
      }
      expect(questions.filter((one) => one.startsWith("Skill 'spoken' wants"))).toHaveLength(1)
      expect(questions.find((one) => one.startsWith("Skill 'spoken' wants"))).toContain(
        'What is the capital of France?',
      )
      expect(asked.filter(({ method }) => method === 'sampling/createMessage')).toHaveLength(2)
    },
  )

  test('the policy can forbid each kind', async () => {
    const { url } = await speakMcp('2025', {
      answer: async (_, context) => {
        const refusals = await Promise.all(Object.keys(REPLIES).map((method) => refusalOf(method, context)))
        return { content: [{ type: 'text', text: refusals.map(String).join('\n') }] }
      },
    })
    const asked: Asked[] = []
    const server = { policy: { ...policy, deny: [{ tool: 'client:*' }] } }
    const { client } = await open('2025', 'stdio', url, asked, ALL, server)
    const lines = textOf(await client.callTool({ name: 'act' })).split('\n')
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).toMatch(/The policy forbids 'client:\w+'/)
    expect(asked).toEqual([])
  })
})

test('a call that waits belongs to its principal, and an unknown state is refused', async () => {
  const { url } = await speakMcp('2026', { answer: askAll['2026'] })
  const { client } = await open('2026', 'stdio', url, [])
  const raw = {
    method: 'tools/call' as const,
    params: { name: 'act', requestState: 'call-made-up', inputResponses: {} },
  }
  await expect(client.request(raw)).rejects.toMatchObject({ code: -32_602 })
})

test('the answer to one round is not the answer to another', async () => {
  let rounds = 0
  const { url } = await speakMcp('2025', {
    answer: async (_, { mcpReq }) => {
      rounds++
      const first = await mcpReq.send({ method: 'elicitation/create', params: ELICITATION })
      const second = await mcpReq.send({ method: 'elicitation/create', params: { ...ELICITATION, message: 'And?' } })
      return { content: [{ type: 'text', text: JSON.stringify([first, second]) }] }
    },
  })
  const { client } = await openGateway({ era: '2026', files: skillAt(url), client: { capabilities: ALL } })
  const ask = async (extra: object) =>
    client.request(
      { method: 'tools/call', params: { name: 'act', ...extra } },
      { allowInputRequired: true },
    ) as unknown as Promise<{
      requestState: string
      inputRequests: Record<string, { params: { message: string } }>
      content?: unknown
    }>
  const one = await ask({})
  const [key = ''] = Object.keys(one.inputRequests)
  // Without an answer the same question comes back, under a new state.
  const again = await ask({ requestState: one.requestState, inputResponses: { other: REPLIES['elicitation/create'] } })
  expect(again.inputRequests).toEqual(one.inputRequests)
  expect(again.requestState).not.toBe(one.requestState)
  await expect(ask({ requestState: one.requestState })).rejects.toMatchObject({ code: -32_602 })
  const two = await ask({ requestState: again.requestState, inputResponses: { [key]: REPLIES['elicitation/create'] } })
  expect(Object.values(two.inputRequests)[0]?.params.message).toBe("Skill 'spoken' asks: And?")
  const [next = ''] = Object.keys(two.inputRequests)
  const done = await ask({ requestState: two.requestState, inputResponses: { [next]: { action: 'decline' } } })
  expect(JSON.parse(textOf(done))).toEqual([REPLIES['elicitation/create'], { action: 'decline' }])
  expect(rounds).toBe(1)
})
