/** The libraries activate a skill, call its tool and deactivate it, with the handle of `activate_skill` and no header of ours. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HTTP, type OpenedClient, STDIO } from './support/clients.js'
import { type Machine, startMachine } from './support/machine.js'

let machine: Machine
beforeAll(async () => {
  machine = await startMachine()
})
afterAll(() => machine.close())

const CALL = { tool: 'greet', arguments: {} }

/** A model reads the handle from the answer. */
function readHandle(answer: string): string | undefined {
  return /activation\W+([\w-]{22})\b/.exec(answer)?.[1]
}

describe.each(Object.keys(HTTP))('%s over HTTP', (name) => {
  const open = (): Promise<OpenedClient> => HTTP[name]?.(machine) ?? Promise.reject(new Error(name))

  test('activates, calls and deactivates with the handle, also from another client', async () => {
    const [first, second] = [await open(), await open()]
    try {
      const activated = await first.call('activate_skill', { name: 'greeter' })
      expect(activated).toContain('Say hello.')
      const activation = readHandle(activated)
      expect(activation).toBeDefined()
      expect(await first.call('call_skill_tool', { ...CALL, activation })).toContain('Greetings from a script')
      expect(await second.call('call_skill_tool', { ...CALL, activation })).toContain('Greetings from a script')
      expect(await second.call('deactivate_skill', { activation })).toContain('Deactivated: greeter')
      expect(await attempt(() => first.call('call_skill_tool', { ...CALL, activation }))).not.toContain('Greetings')
    } finally {
      await first.close()
      await second.close()
    }
  })
})

describe.each(Object.keys(STDIO))('%s on stdio', (name) => {
  test('activates, calls and deactivates, with the handle if there is one', async () => {
    const client = (await STDIO[name]?.(machine.launch)) as OpenedClient
    try {
      const activation = readHandle(await client.call('activate_skill', { name: 'greeter' }))
      // A client that keeps its process needs none.
      expect(activation !== undefined).toBe(name === 'Google ADK')
      const handle = activation === undefined ? {} : { activation }
      expect(await client.call('call_skill_tool', { ...CALL, ...handle })).toContain('Greetings from a script')
      expect(await client.call('deactivate_skill', handle)).toContain('Deactivated: greeter')
      expect(await attempt(() => client.call('call_skill_tool', { ...CALL, ...handle }))).not.toContain('Greetings')
    } finally {
      await client.close()
    }
  })
})

/** Some libraries throw what the server refuses. */
async function attempt(act: () => Promise<string>): Promise<string> {
  return act().catch((error: unknown) => String(error))
}
