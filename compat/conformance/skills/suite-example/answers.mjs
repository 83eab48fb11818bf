// What the tools of the example server answer, by name. The suite fixes the names and what each has to do.
import { inputRequired } from '@modelcontextprotocol/server'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SILENCE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' }
const resource = (uri, mimeType, text) => ({ type: 'resource', resource: { uri, mimeType, text } })

export const say = (...texts) => ({ content: texts.map((text) => ({ type: 'text', text })) })
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

const form = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required })
const text = { type: 'string' }
const ask = (message, properties) => inputRequired.elicit({ message, requestedSchema: form(properties) })
const prompt = (words) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens: 100,
  })

/** Asks until every question has an answer, then tells what they are. */
function settle(context, inputRequests, requestState) {
  const given = context.mcpReq.inputResponses ?? {}
  const isAnswered = Object.keys(inputRequests).every((key) => typeof given[key] === 'object' && given[key] !== null)
  if (!isAnswered) return inputRequired({ inputRequests, ...(requestState !== undefined && { requestState }) })
  return say(`Answers: ${JSON.stringify(given)}`)
}

const DEFAULTS = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
}
const OPTIONS = ['option1', 'option2', 'option3']
const titled = (name) =>
  ['First', 'Second', 'Third'].map((one, at) => ({ const: `value${at + 1}`, title: `${one} ${name}` }))
const ENUMS = {
  untitledSingle: { type: 'string', enum: OPTIONS },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
}

/** What the client of this request can do. Before 2026 requests do not say: every client of the suite has a model. */
function abilities({ mcpReq }) {
  return mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? { sampling: {} }
}

export const ANSWERS = {
  test_simple_text: () => say('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({ content: [resource('test://embedded', 'text/plain', 'An embedded resource')] }),
  test_multiple_content_types: () => ({
    content: [...say('Several kinds:').content, image, resource('test://mixed', 'application/json', '{"a":1}')],
  }),
  test_error_handling: () => ({ ...say('This tool intentionally returns an error for testing'), isError: true }),
  json_schema_2020_12_tool: () => say('Received'),
  test_header_tool: () => say('Received'),
  test_tool_with_logging: async (_, { mcpReq }) => {
    await mcpReq.log('info', 'Tool execution started')
    await pause()
    await mcpReq.log('info', 'Tool processing data')
    await pause()
    await mcpReq.log('info', 'Tool execution completed')
    return say('Logged')
  },
  test_logging_tool: async (_, { mcpReq }) => {
    await mcpReq.log('info', 'A message that only a client that asked for it gets')
    return say('Logged')
  },
  test_tool_with_progress: async (_, { mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {}
    for (const progress of [0, 50, 100]) {
      const params = { progressToken, progress, total: 100 }
      if (progressToken !== undefined) await mcpReq.notify({ method: 'notifications/progress', params })
      await pause()
    }
    return say('Reported')
  },
  test_sampling: ({ prompt: words }, context) => settle(context, { answer: prompt(words) }),
  test_elicitation: ({ message }, context) => settle(context, { user: ask(message, { username: text, email: text }) }),
  test_elicitation_sep1034_defaults: (_, context) =>
    settle(context, { user: ask('Please review and update the form', DEFAULTS) }),
  test_elicitation_sep1330_enums: (_, context) => settle(context, { user: ask('Please choose', ENUMS) }),
  test_streaming_elicitation: (_, context) => settle(context, { user: ask('Go on?', { ok: { type: 'boolean' } }) }),
  test_input_required_result_elicitation: (_, context) =>
    settle(context, { user_name: ask('What is your name?', { name: text }) }),
  test_input_required_result_sampling: (_, context) =>
    settle(context, { capital_question: prompt('What is the capital of France?') }),
  test_input_required_result_list_roots: (_, context) => settle(context, { client_roots: inputRequired.listRoots() }),
  test_input_required_result_request_state: (_, context) =>
    context.mcpReq.requestState() === 'the state'
      ? say('state-ok')
      : settle(context, { confirm: ask('Please confirm', { ok: { type: 'boolean' } }) }, 'the state'),
  test_input_required_result_multiple_inputs: (_, context) =>
    settle(
      context,
      {
        user_name: ask('What is your name?', { name: text }),
        greeting: prompt('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      },
      'several',
    ),
  test_input_required_result_multi_round: (_, context) => {
    const given = context.mcpReq.inputResponses ?? {}
    const state = context.mcpReq.requestState()
    if (state === 'second' && given.step2) return say('All rounds done')
    if (state === 'first' && given.step1) {
      const inputRequests = { step2: ask('Step 2: your favorite color?', { color: text }) }
      return inputRequired({ inputRequests, requestState: 'second' })
    }
    return inputRequired({ inputRequests: { step1: ask('Step 1: your name?', { name: text }) }, requestState: 'first' })
  },
  test_input_required_result_tampered_state: (_, context) =>
    settle(context, { confirm: ask('Please confirm', { ok: { type: 'boolean' } }) }, 'to be tampered with'),
  test_input_required_result_capabilities: (_, context) => {
    const { sampling, elicitation } = abilities(context)
    return settle(context, {
      ...(sampling !== undefined && { answer: prompt('Say hello') }),
      ...(elicitation !== undefined && { user: ask('What is your name?', { name: text }) }),
    })
  },
  test_missing_capability: (_, context) => settle(context, { answer: prompt('This needs a model') }),
}
