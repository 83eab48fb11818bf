/** An MCP server with the skills extension that answers as a test says, honest or not. It speaks 2025-11-25 over HTTP. */

import { createHash } from 'node:crypto'
import { type LoopbackServer, listen } from './listen.js'

export interface SkillServerAnswers {
  /** The result of `skills/list` for a cursor; throws what the error message says. */
  readonly list?: (cursor: string | undefined) => object
  /** The entry of one skill now; undefined if it is not served. Without it, the server does not know the method. */
  readonly get?: (uri: string) => object | undefined
  /** The text of a file. */
  readonly read?: (uri: string) => string
  readonly extensions?: object
}

export interface SkillServer extends LoopbackServer {
  /** The methods that were called, with the URI if they have one. */
  readonly calls: string[]
}

interface Message {
  readonly id?: number
  readonly method: string
  readonly params?: { readonly cursor?: string; readonly uri?: string }
}

export async function startSkillServer(answers: SkillServerAnswers): Promise<SkillServer> {
  const calls: string[] = []
  const server = await listen((_path, request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      if (body === '') return void response.writeHead(405).end()
      const message: Message = JSON.parse(body)
      if (message.id === undefined) return void response.writeHead(202).end()
      const { uri } = message.params ?? {}
      calls.push(uri === undefined ? message.method : `${message.method} ${uri}`)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer(message, answers) }))
    })
    return undefined
  })
  return { ...server, calls }
}

function answer({ method, params }: Message, answers: SkillServerAnswers): object {
  const { list, get, read, extensions = EXTENSION } = answers
  try {
    if (method === 'initialize') return { result: { ...INTRODUCTION, capabilities: { resources: {}, extensions } } }
    if (method === 'skills/list') return { result: list?.(params?.cursor) ?? { skills: [] } }
    if (method === 'skills/get' && get !== undefined) {
      const skill = get(params?.uri ?? '')
      return skill === undefined ? { error: { code: -32602, message: 'not served' } } : { result: { skill } }
    }
    if (method === 'resources/read') {
      const uri = params?.uri ?? ''
      return { result: { contents: [{ uri, text: read?.(uri) ?? '' }] } }
    }
    return { error: { code: -32601, message: 'unknown method' } }
  } catch (error) {
    return { error: { code: -32000, message: (error as Error).message } }
  }
}

const INTRODUCTION = { protocolVersion: '2025-11-25', serverInfo: { name: 'personal', version: '1' } }
const EXTENSION = { 'io.modelcontextprotocol/skills': {} }

/** The entry of a skill for a list, with right digests and sizes. */
export function entryOf(name: string, files: Readonly<Record<string, string>>, folder: string = name) {
  const description = `Does ${name}`
  const resources = Object.entries(files).map(([path, text]) => ({
    uri: `skill://${folder}/${path}`,
    digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    size: Buffer.byteLength(text),
  }))
  return { uri: `skill://${folder}/SKILL.md`, frontmatter: { name, description }, resources }
}

/** A SKILL.md that fits `entryOf`. */
export function mainFile(name: string, body = `# ${name}\n`): string {
  return `---\nname: ${name}\ndescription: Does ${name}\n---\n${body}`
}
