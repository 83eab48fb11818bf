/** A client of `metier serve` with a skill active whose tools come from a server of its own. */

import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished } from 'vitest'
import type { McpServerOptions } from '../../../src/mcp.js'
import { openRoot } from '../../support/managing.js'
import { type Files, skillText } from '../../support/temporary.js'
import { connectHttp, connectPiped, type Era, startHttp } from '../clients.js'

export const PLACES = ['stdio', 'http'] as const
export type Place = (typeof PLACES)[number]

/** Everything is allowed, unless the test says otherwise. */
const POLICY = { allow: [{ category: ['read', 'write', 'execute', 'network'] }] } as const

/** A skill `spoken` whose server is at this URL. */
export function skillAt(url: string, more: object = {}): Files {
  return {
    'spoken/SKILL.md': skillText('spoken', 'Speaks'),
    'spoken/tools.yaml': JSON.stringify({ servers: { voice: { url, ...more } } }),
  }
}

export interface GatewayOptions {
  readonly era?: Era
  readonly place?: Place
  readonly files: Files
  readonly client?: ClientOptions
  readonly server?: Partial<McpServerOptions>
  /** Before the skill is activated. */
  readonly prepare?: (client: Client) => void
}

/** Connects a client to Metier and activates the skill `spoken`. */
export async function openGateway(options: GatewayOptions) {
  const { era = '2025', place = 'stdio', files, client: clientOptions = {}, server = {}, prepare } = options
  const { skills } = await openRoot(files, { config: { sandbox: 'off' } })
  await skills.approve('spoken')
  const serving = { skillManager: skills, watch: false, policy: POLICY, ...server } as McpServerOptions
  const client =
    place === 'stdio'
      ? await connectPiped(era, serving, clientOptions)
      : await connectHttp(era, await startHttp(serving), {
          ...clientOptions,
          ...(era === '2026' && { headers: { 'metier-session': 'a-session-of-the-test' } }),
        })
  prepare?.(client)
  const activated = await client.callTool({ name: 'activate_skill', arguments: { name: 'spoken' } })
  expect(activated.isError, JSON.stringify(activated.content)).not.toBe(true)
  return { client, skills }
}

/** A client that is connected to the server of the skill itself. */
export async function connectDirectly(url: string, era: Era, options: ClientOptions = {}): Promise<Client> {
  const mode = era === '2025' ? 'legacy' : { pin: '2026-07-28' }
  const client = new Client({ name: 'test', version: '1.0.0' }, {
    versionNegotiation: { mode },
    ...options,
  } as ClientOptions)
  onTestFinished(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  return client
}
