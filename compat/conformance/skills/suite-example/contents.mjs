// The prompts and resources of the example server. The suite fixes the names and what each has to have.
import process from 'node:process'
import { inputRequired, ResourceNotFoundError } from '@modelcontextprotocol/server'

export const CAPABILITIES = {
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const user = (content) => ({ role: 'user', content })
const words = (text) => user({ type: 'text', text })

const PROMPTS = {
  test_prompt_with_embedded_resource: ({ resourceUri }) => ({
    messages: [
      user({
        type: 'resource',
        resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded for the suite.' },
      }),
      words('Read the resource above.'),
    ],
  }),
  test_prompt_with_image: () => ({
    messages: [user({ type: 'image', data: PIXEL, mimeType: 'image/png' }), words('Describe the image above.')],
  }),
  test_input_required_result_prompt: (_, { mcpReq }) => {
    const { user_context: given } = mcpReq.inputResponses ?? {}
    if (given !== undefined) return { messages: [words(`Context: ${JSON.stringify(given)}`)] }
    const requestedSchema = { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] }
    const question = inputRequired.elicit({ message: 'What context should the prompt use?', requestedSchema })
    return inputRequired({ inputRequests: { user_context: question } })
  },
}

const READINGS = {
  'test://static-text': { mimeType: 'text/plain', text: 'The text of a resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PIXEL },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
}

function read(uri) {
  const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? []
  const content = id === undefined ? READINGS[uri] : { mimeType: 'application/json', text: JSON.stringify({ id }) }
  if (content === undefined) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, ...content }] }
}

/** Answers requests about both. */
export function answerContents(server) {
  server.setRequestHandler('prompts/list', () => ({ prompts: Object.keys(PROMPTS).map((name) => ({ name })) }))
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    PROMPTS[params.name](params.arguments ?? {}, context),
  )
  server.setRequestHandler('resources/list', () => ({
    resources: Object.keys(READINGS).map((uri) => ({ uri, name: uri.slice('test://'.length) })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }))
  server.setRequestHandler('resources/read', ({ params }) => read(params.uri))
  if (process.env.EXAMPLE_ERA !== '2025') return
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
}
