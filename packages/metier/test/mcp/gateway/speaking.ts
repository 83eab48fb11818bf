/** A server of a skill that has more than tools. */

import type { Client } from '@modelcontextprotocol/client'
import type { SpokenServer } from '../../servers/mcp.js'

export const MESSAGES = [
  { role: 'user', content: { type: 'text', text: 'Write “it”', annotations: { audience: ['user'], priority: 0.5 } } },
  { role: 'assistant', content: { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' } },
  {
    role: 'user',
    content: { type: 'resource', resource: { uri: 'note://1', text: 'Embedded', mimeType: 'text/plain' } },
  },
]
const CONTENTS = [
  { uri: 'note://1', mimeType: 'text/plain', text: 'One\r\n', _meta: { 'example/x': 1 } },
  { uri: 'note://1/raw', blob: 'AAECAw==' },
]

/** A server with a prompt, a resource and a template. */
export function speaking(more: Partial<SpokenServer> = {}): SpokenServer {
  return {
    answer: () => ({ content: [] }),
    capabilities: {
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      tools: { listChanged: true },
      completions: {},
    },
    ...more,
    prepare: (server) => {
      server.setRequestHandler('prompts/list', () => ({
        prompts: [{ name: 'compose', title: 'Compose', description: 'Writes', arguments: [{ name: 'topic' }] }],
      }))
      server.setRequestHandler(
        'prompts/get',
        ({ params }) => ({ description: `About ${params.arguments?.topic}`, messages: MESSAGES }) as never,
      )
      server.setRequestHandler('resources/list', () => ({ resources: [{ uri: 'note://1', name: 'first', size: 5 }] }))
      server.setRequestHandler('resources/templates/list', () => ({
        resourceTemplates: [{ uriTemplate: 'note://{id}', name: 'notes' }],
      }))
      server.setRequestHandler('resources/read', () => ({ contents: CONTENTS }) as never)
      server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) => ({
        completion: { values: [`${'name' in ref ? ref.name : ref.uri}:${argument.value}`] },
      }))
      more.prepare?.(server)
    },
  }
}

export const promptNames = async (client: Client) => (await client.listPrompts()).prompts.map(({ name }) => name)
export const resourceUris = async (client: Client) => (await client.listResources()).resources.map(({ uri }) => uri)

/** Collects the resources that a client hears have changed. */
export function hearUpdates(): { readonly updated: string[]; readonly prepare: (client: Client) => void } {
  const updated: string[] = []
  const prepare = (client: Client) =>
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri))
  return { updated, prepare }
}
