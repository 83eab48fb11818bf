import { BaseTool, BaseToolset, InMemoryRunner, isFinalResponse, LlmAgent, stringifyContent } from '@google/adk'
import { toGoogleAdkTools, toGoogleAdkToolset } from 'metier/google-adk'
import { afterEach, expect, test, vi } from 'vitest'
import { call, idOf, type Turn } from './support/conversation.js'
import { ANSWERS, FAILURES, OPEN, SCRIPT, SHUT } from './support/door.js'
import { startGoogleServer } from './support/google-server.js'
import { useScene } from './support/scene.js'

const scene = useScene()
afterEach(() => vi.unstubAllEnvs())
/** Arguments come as an object over this wire. */
const script = SCRIPT.with(4, call('shut_door', {}))

async function converse(turns: readonly Turn[], tools: () => (BaseTool | BaseToolset)[]): Promise<string> {
  scene.server = await startGoogleServer(turns)
  vi.stubEnv('GOOGLE_API_KEY', 'none')
  vi.stubEnv('GOOGLE_GEMINI_BASE_URL', scene.server.url)
  const agent = new LlmAgent({ name: 'visitor', model: 'gemini-2.5-flash', instruction: 'Go.', tools: tools() })
  const newMessage = { role: 'user', parts: [{ text: 'Go.' }] }
  let said = ''
  for await (const event of new InMemoryRunner({ agent }).runEphemeral({ userId: 'ada', newMessage })) {
    if (isFinalResponse(event)) said = stringifyContent(event)
  }
  return said
}

test.each([
  ['tools', () => toGoogleAdkTools(scene.door.tools, { BaseTool, isActive: scene.door.isActive })],
  [
    'a toolset',
    () => [toGoogleAdkToolset(() => scene.door.tools, { BaseTool, BaseToolset, isActive: scene.door.isActive })],
  ],
])('a whole conversation over %s that come and go', async (_, tools) => {
  expect(await converse(script, tools)).toBe('Done.')
  const { steps } = scene.server
  expect(steps.map(({ offered }) => offered)).toEqual([SHUT, SHUT, SHUT, OPEN, OPEN, SHUT, SHUT, SHUT, SHUT])
  const answers = steps.flatMap((step) => step.answers)
  expect(answers.map(({ id }) => id)).toEqual(ANSWERS.map((_answer, index) => idOf(index)))
  for (const [index, answer] of ANSWERS.entries()) expect(answers[index]?.text).toMatch(answer)
  expect(answers.map(({ isError }) => isError)).toEqual(FAILURES)
})
