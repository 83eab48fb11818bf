/** Clients of the SDK as people have them: both eras, on a pipe in this process or over HTTP on this machine. */

import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { onTestFinished } from 'vitest'
import type { SkillManager } from '../../src/index.js'
import {
  type HttpService,
  type McpServerOptions,
  type ServeHttpOptions,
  serveMcpOverHttp,
  serveMcpOverStdio,
} from '../../src/mcp.js'
import { defineSkill } from '../../src/workspace/define-skill.js'
import { openRoot } from '../support/managing.js'
import { type Files, skillText } from '../support/temporary.js'

export const ERAS = ['2025', '2026'] as const
export type Era = (typeof ERAS)[number]

/** A skill of the host that brings a tool. */
export const greeting = defineSkill({
  name: 'greeting',
  description: 'Greets people',
  workDirection: 'Greet whoever comes.',
  tools: [
    {
      toolName: 'greet',
      desc: 'Greets somebody',
      paramsSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      execute: async ({ name }: { name: string }) => ({ text: `Hello ${name}` }),
      category: 'read',
    },
  ],
})

export const FILES: Files = {
  'pdf/SKILL.md': skillText('pdf', 'Reads PDF files', 'Read it page by page.'),
  'pdf/references/pages.md': '# Pages\n',
  'csv/SKILL.md': skillText('csv', 'Reads CSV files'),
}

export async function openSkills(files: Files = FILES): Promise<{ skills: SkillManager; root: string }> {
  return openRoot(files)
}

/** The options of a client, and the name that it gives. */
type NamedOptions = ClientOptions & { readonly clientName?: string }

function createClient(era: Era, { clientName = 'test', ...options }: NamedOptions = {}): Client {
  const mode = era === '2025' ? 'legacy' : { pin: '2026-07-28' }
  const client = new Client({ name: clientName, version: '1.0.0' }, {
    versionNegotiation: { mode },
    ...options,
  } as ClientOptions)
  onTestFinished(() => client.close())
  return client
}

/** A client on a pipe to a server in this process: the way of stdio without the processes. */
export async function connectPiped(era: Era, server: McpServerOptions, options: NamedOptions = {}): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const service = await serveMcpOverStdio({ ...server, transport: far })
  onTestFinished(() => service.close())
  const client = createClient(era, options)
  await client.connect(near)
  return client
}

export async function startHttp(options: ServeHttpOptions): Promise<HttpService> {
  const service = await serveMcpOverHttp(options)
  onTestFinished(() => service.close())
  return service
}

export async function connectHttp(
  era: Era,
  service: HttpService,
  options: NamedOptions & { readonly headers?: Record<string, string>; readonly meta?: Record<string, string> } = {},
): Promise<Client> {
  const { headers = {}, meta = {}, ...clientOptions } = options
  const client = createClient(era, clientOptions)
  const transport = new StreamableHTTPClientTransport(new URL(service.url), {
    requestInit: { headers },
    fetch: (url, init) => fetch(url, { ...init, ...addMeta(init?.body, meta) }),
  })
  await client.connect(transport)
  return client
}

/** Every request says something more of itself, also those that the client sends by itself. */
function addMeta(body: unknown, meta: Record<string, string>): { readonly body?: string } {
  const message = typeof body === 'string' && Object.keys(meta).length > 0 ? JSON.parse(body) : undefined
  if (message?.params === undefined) return {}
  const params = { ...message.params, _meta: { ...message.params._meta, ...meta } }
  return { body: JSON.stringify({ ...message, params }) }
}

export async function toolNames(client: Client): Promise<readonly string[]> {
  const { tools } = await client.listTools()
  return tools.map(({ name }) => name)
}

/** The text of a tool's answer. */
export function textOf(result: { readonly content?: unknown }): string {
  const [first] = result.content as readonly { readonly text?: string }[]
  return first?.text ?? ''
}
