/** Lists and reads the skills of another MCP server with the official client, which is loaded on first use. */

import type { Client, Transport } from '@modelcontextprotocol/client'
import type { Skill, SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { messageOf } from '../../skill/unknown-value.js'
import {
  type ConnectSkills,
  SERVED_LIMITS,
  type ServedList,
  type ServedNow,
  type ServedSkill,
  type SkillConnection,
} from '../../sources/mcp/skill-connection.js'
import { HttpProblem } from '../../system/http/http-problem.js'
import type { McpTransport } from '../server/host-types.js'
import { reviewEntries, show } from './served-entries.js'

const CONNECT_BYTES = 1024 * 1024
const LIST_BYTES = 16 * 1024 * 1024
/** The largest file in base64 or with every character escaped twofold, and the envelope. */
const READ_BYTES = 2 * SERVED_LIMITS.bytes + 1024 * 1024
const MOST_PAGES = 64
const MILLISECONDS = 30_000

/** Connects by URL with the checked `fetch` of the caller. */
export const connectSkills: ConnectSkills = async ({ label, url, fetch, allow, headers, signal }) => {
  const { StreamableHTTPClientTransport } = await loadClient()
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch,
    ...(headers !== undefined && { requestInit: { headers: { ...headers } } }),
  })
  return connectThrough({ label, transport, allow, signal })
}

/** A connection over any transport. */
export interface ThroughRequest {
  readonly label: string
  readonly transport: McpTransport
  readonly allow: (bytes: number) => void
  readonly signal?: AbortSignal | undefined
}

export async function connectThrough(request: ThroughRequest): Promise<Result<SkillConnection>> {
  const { label, transport, allow, signal } = request
  const sdk = await loadClient()
  const client = new sdk.Client(
    { name: 'metier', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' }, listMaxPages: MOST_PAGES },
  )
  try {
    allow(CONNECT_BYTES)
    await client.connect(transport as Transport, waiting(signal))
    return succeed(new SdkConnection(label, client, sdk, allow))
  } catch (error) {
    await client.close().catch(() => undefined)
    signal?.throwIfAborted()
    return refuseAnswer(label, 'could not be reached', error)
  }
}

type ClientSdk = Awaited<ReturnType<typeof loadClient>>

async function loadClient() {
  const [client, { SkillsClient: Skills }] = await Promise.all([
    import('@modelcontextprotocol/client'),
    import('@modelcontextprotocol/client/ext/skills'),
  ])
  return { ...client, SkillsClient: Skills }
}

class SdkConnection implements SkillConnection {
  readonly #label: string
  readonly #client: Client
  readonly #sdk: ClientSdk
  readonly #skills: SkillsClient
  readonly #allow: (bytes: number) => void
  /** The SDK's entries by URI, from the last list. */
  #entries = new Map<string, Skill>()
  /** Skills that failed verification since the last list. */
  readonly #failed = new Set<string>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(label: string, client: Client, sdk: ClientSdk, allow: (bytes: number) => void) {
    this.#label = label
    this.#client = client
    this.#sdk = sdk
    this.#allow = allow
    // The SDK's own parser: a value that ours types differently would be taken for a changed skill.
    this.#skills = new sdk.SkillsClient(client, { skipInvalid: true })
  }

  list(signal?: AbortSignal): Promise<Result<ServedList>> {
    return this.#inTurn<ServedList>(LIST_BYTES, async () => {
      if (!this.#skills.supported) return succeed({ state: 'unsupported' })
      try {
        const { skills, invalid } = await this.#skills.list({}, waiting(signal))
        this.#entries = new Map(skills.map((skill) => [skill.uri, skill]))
        this.#failed.clear()
        return succeed(reviewEntries(skills, invalid))
      } catch (error) {
        signal?.throwIfAborted()
        return refuseAnswer(this.#label, 'did not list its skills', error)
      }
    })
  }

  knows(uri: string): boolean {
    return this.#entries.has(uri)
  }

  get(uri: string, signal?: AbortSignal): Promise<Result<ServedNow>> {
    return this.#inTurn(CONNECT_BYTES, async () => {
      try {
        const { skill } = await this.#skills.get(uri, waiting(signal))
        const listed = reviewEntries([skill], [])
        // The same files that failed before are no news.
        if (!isSameSet(this.#entries.get(uri), skill)) this.#failed.delete(uri)
        this.#entries.set(uri, skill)
        return succeed(describeNow(listed))
      } catch (error) {
        signal?.throwIfAborted()
        if (this.#isUnknown(error)) return succeed({ state: 'gone' })
        return refuseAnswer(this.#label, 'did not describe a skill', error)
      }
    })
  }

  read(skill: ServedSkill, path: string, signal?: AbortSignal): Promise<Result<Uint8Array>> {
    return this.#inTurn(READ_BYTES, async () => {
      const target = this.#find(skill, path)
      if (!target.ok) return target
      const { entry, uri } = target.value
      try {
        return succeed((await this.#skills.read(entry, uri, { ...waiting(signal), cacheMode: 'refresh' })).bytes)
      } catch (error) {
        signal?.throwIfAborted()
        return this.#refuseRead(skill, path, error)
      }
    })
  }

  /** The entry and URI of a file, without asking the server. */
  #find({ uri, name, files }: ServedSkill, path: string): Result<{ readonly entry: Skill; readonly uri: string }> {
    const what = `${path} of '${name}' from MCP server '${this.#label}'`
    const file = files.find((one) => one.path === path)
    if (file === undefined) return fail('integrity_mismatch', `Cannot read ${what}: the server does not list it`)
    const isFailed = this.#failed.has(uri)
    const entry = this.#entries.get(uri)
    if (entry !== undefined && !isFailed) return succeed({ entry, uri: file.uri })
    const why = isFailed ? 'the skill failed verification' : 'the skill is not listed anymore'
    return fail('integrity_mismatch', `Cannot read ${what}: ${why}`, ['List the skills of the server again'])
  }

  #refuseRead({ uri, name }: ServedSkill, path: string, error: unknown): Result<never> {
    if (!this.#isMismatch(error)) return refuseAnswer(this.#label, `did not send ${path} of '${name}'`, error)
    this.#failed.add(uri)
    const what = `${path} of '${name}' from MCP server '${this.#label}'`
    return fail('integrity_mismatch', `Verification failed for ${what}`, detailsOf(error))
  }

  async close(): Promise<void> {
    await this.#client.close().catch(() => undefined)
  }

  /** Anything but the promised content, as opposed to no answer at all. */
  #isMismatch(error: unknown): boolean {
    const { SdkError, SdkErrorCode } = this.#sdk
    return error instanceof SdkError && error.code === SdkErrorCode.InvalidResult
  }

  /** The server says that it does not serve this URI. */
  #isUnknown(error: unknown): boolean {
    const { ProtocolError, ProtocolErrorCode } = this.#sdk
    return error instanceof ProtocolError && error.code === ProtocolErrorCode.InvalidParams
  }

  /** One operation at a time, so that a failed check ends the reads that wait, and each has its own allowance. */
  #inTurn<T>(bytes: number, work: () => Promise<Result<T>>): Promise<Result<T>> {
    const turn = this.#last.then(() => {
      this.#allow(bytes)
      return work()
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }
}

function describeNow({ skills: [skill], refused: [refused] }: ReturnType<typeof reviewEntries>): ServedNow {
  if (skill !== undefined) return { state: 'served', skill }
  return refused === undefined ? { state: 'gone' } : { state: 'refused', refused }
}

function isSameSet(before: Skill | undefined, after: Skill): boolean {
  return JSON.stringify(before?.resources) === JSON.stringify(after.resources)
}

function waiting(signal: AbortSignal | undefined) {
  return { timeout: MILLISECONDS, ...(signal !== undefined && { signal }) }
}

function refuseAnswer(label: string, what: string, error: unknown): Result<never> {
  const problem = problemOf(error)
  if (problem !== undefined) return fail(problem.code, `MCP server '${label}' ${what}: ${problem.message}`)
  return fail('source_unavailable', `MCP server '${label}' ${what}`, detailsOf(error))
}

/** May quote the server, so it stays out of the message, which a model may read. */
function detailsOf(error: unknown): readonly string[] {
  return [`Details: ${show(messageOf(error), 500)}`]
}

/** Our own reason, however deep the SDK wrapped it. */
function problemOf(error: unknown): HttpProblem | undefined {
  let one = error
  for (let depth = 0; depth < 5 && one instanceof Error; depth++, one = one.cause) {
    if (one instanceof HttpProblem) return one
  }
  return undefined
}
