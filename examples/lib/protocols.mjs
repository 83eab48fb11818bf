// Four protocols of models, as far as calls of tools need them. `read` finds the question, the results since then and the
// offered tools in a request; `write` puts what the model says into a response.
// Libraries tell messages and calls apart by their ids.
let ids = 0
const nextId = (kind) => `${kind}_${++ids}`

/** The text of a value that may be a list of parts. */
function textOf(value) {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return JSON.stringify(value ?? '')
  return value.map((part) => part.text ?? '').join('')
}

/** Splits a conversation at the user's last question. */
function sinceQuestion(items, isQuestion) {
  const at = items.findLastIndex(isQuestion)
  return { question: items[at], later: items.slice(at + 1) }
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

const chatCompletions = {
  path: /\/chat\/completions/,
  read: ({ messages, tools = [] }) => {
    const { question, later } = sinceQuestion(messages, ({ role }) => role === 'user')
    return {
      question: textOf(question?.content),
      answers: later.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content)),
      offered: tools.map((tool) => tool.function.name),
    }
  },
  write: ({ text, tool, input }, { stream }) => {
    const call = { id: nextId('call'), type: 'function', function: { name: tool, arguments: JSON.stringify(input) } }
    const finish_reason = tool === undefined ? 'stop' : 'tool_calls'
    const head = { id: nextId('chat'), created: 1, model: 'scripted' }
    const content = { role: 'assistant', content: text ?? null }
    if (!stream) {
      const message = { ...content, ...(tool && { tool_calls: [call] }) }
      return { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage: USAGE }
    }
    const delta = { ...content, ...(tool && { tool_calls: [{ ...call, index: 0 }] }) }
    const chunk = { ...head, object: 'chat.completion.chunk' }
    return [
      { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage: USAGE },
    ]
  },
}

const responses = {
  path: /\/responses/,
  read: ({ input, tools = [] }) => {
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input
    const { question, later } = sinceQuestion(items, ({ role }) => role === 'user')
    return {
      question: textOf(question?.content),
      answers: later.filter(({ type }) => type === 'function_call_output').map(({ output }) => textOf(output)),
      offered: tools.map(({ name }) => name),
    }
  },
  write: ({ text, tool, input }) => ({
    id: nextId('resp'),
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'scripted',
    output: [
      tool === undefined
        ? { ...SAID, id: nextId('msg'), content: [{ type: 'output_text', text, annotations: [] }] }
        : {
            type: 'function_call',
            id: nextId('fc'),
            call_id: nextId('call'),
            name: tool,
            arguments: JSON.stringify(input),
            status: 'completed',
          },
    ],
    tools: [],
    parallel_tool_calls: true,
    incomplete_details: null,
    error: null,
    usage: {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  }),
}
const SAID = { type: 'message', role: 'assistant', status: 'completed' }

const messages = {
  path: /\/v1\/messages/,
  read: ({ messages: items, tools = [] }) => {
    const { question, later } = sinceQuestion(items, ({ role, content }) => role === 'user' && !hasResults(content))
    return {
      question: textOf(question?.content),
      answers: later.flatMap(({ content }) => resultsIn(content)).map(({ content }) => textOf(content)),
      offered: tools.map(({ name }) => name),
    }
  },
  write: ({ text, tool, input }) => ({
    id: nextId('msg'),
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [
      tool === undefined ? { type: 'text', text } : { type: 'tool_use', id: nextId('call'), name: tool, input },
    ],
    stop_reason: tool === undefined ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
}

function resultsIn(content) {
  return Array.isArray(content) ? content.filter(({ type }) => type === 'tool_result') : []
}

function hasResults(content) {
  return resultsIn(content).length > 0
}

const generateContent = {
  path: /:generateContent/,
  read: ({ contents, tools = [] }) => {
    const hasText = ({ role, parts = [] }) => role === 'user' && parts.some(({ text }) => text !== undefined)
    const { question, later } = sinceQuestion(contents, hasText)
    const answers = later.flatMap(({ parts = [] }) => parts).flatMap(({ functionResponse: found }) => found ?? [])
    return {
      question: textOf(question?.parts),
      answers: answers.map(({ response }) => String(response.output ?? response.error ?? JSON.stringify(response))),
      offered: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations).map(({ name }) => name),
    }
  },
  write: ({ text, tool, input }) => {
    const part = tool === undefined ? { text } : { functionCall: { id: nextId('call'), name: tool, args: input } }
    return { candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }] }
  },
}

export const PROTOCOLS = [chatCompletions, responses, messages, generateContent]
