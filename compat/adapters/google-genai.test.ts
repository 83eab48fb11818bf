import { type Content, GoogleGenAI } from '@google/genai'
import { handleGoogleGenAICall, toGoogleGenAICallableTool, toGoogleGenAITools } from 'metier/google-genai'
import { expect, test } from 'vitest'
import { call, idOf, type Turn } from './support/conversation.js'
import { ANSWERS, FAILURES, OPEN, SCRIPT, SHUT } from './support/door.js'
import { startGoogleServer } from './support/google-server.js'
import { useScene } from './support/scene.js'

const scene = useScene()
/** Arguments come as an object over this wire. */
const script = SCRIPT.with(4, call('shut_door', {}))

async function connect(turns: readonly Turn[]): Promise<GoogleGenAI> {
  scene.server = await startGoogleServer(turns)
  return new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: scene.server.url } })
}

test('a whole conversation, with tools that come and go', async () => {
  const client = await connect(script)
  const contents: Content[] = [{ role: 'user', parts: [{ text: 'Go.' }] }]
  let text: string | undefined
  while (text === undefined) {
    const config = { tools: toGoogleGenAITools(scene.door.tools, scene.door) }
    const response = await client.models.generateContent({ model: 'scripted', contents, config })
    const calls = response.functionCalls ?? []
    if (calls.length === 0) text = response.text ?? ''
    contents.push(response.candidates?.[0]?.content ?? {})
    const parts = await Promise.all(calls.map((one) => handleGoogleGenAICall(one, scene.door.tools, scene.door)))
    contents.push({ role: 'user', parts })
  }
  expect(text).toBe('Done.')
  const { steps } = scene.server
  expect(steps.map(({ offered }) => offered)).toEqual([SHUT, SHUT, SHUT, OPEN, OPEN, SHUT, SHUT, SHUT, SHUT])
  const answers = steps.flatMap((step) => step.answers)
  expect(answers.map(({ id }) => id)).toEqual(ANSWERS.map((_, index) => idOf(index)))
  for (const [index, answer] of ANSWERS.entries()) expect(answers[index]?.text).toMatch(answer)
  expect(answers.map(({ isError }) => isError)).toEqual(FAILURES)
})

test('the SDK calls the tools by itself', async () => {
  const client = await connect([call('skills', { action: 'list' }), call('stumble', {}), { text: 'Done.' }])
  const config = { tools: [toGoogleGenAICallableTool(scene.door.tools, scene.door)] }
  const { text } = await client.models.generateContent({ model: 'scripted', contents: 'Go.', config })
  expect(text).toBe('Done.')
  const answers = scene.server.steps.flatMap((step) => step.answers)
  expect(answers.map(({ isError }) => isError)).toEqual([false, true])
  expect(scene.server.steps[0]?.offered).toEqual(SHUT)
})

test('the model sees the description and every parameter', async () => {
  const client = await connect([{ text: 'Done.' }])
  const config = { tools: toGoogleGenAITools(scene.door.tools, scene.door) }
  await client.models.generateContent({ model: 'scripted', contents: 'Go.', config })
  const definitions = new Map(scene.door.tools.map(({ definition }) => [definition?.name, definition]))
  for (const offer of scene.server.steps[0]?.tools ?? []) {
    const { name, description, parametersJsonSchema } = offer as Record<string, unknown>
    const definition = definitions.get(String(name))
    expect(description).toBe(definition?.description)
    expect(parametersJsonSchema).toEqual(JSON.parse(JSON.stringify(definition?.inputSchema)))
  }
})
