/** The skills of one server that a host connects to, under the host's label. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import { hostAllowedFor } from '../../sources/download.js'
import type { RefusedEntry, ServedList, ServedSkill, SkillConnection } from '../../sources/mcp/skill-connection.js'
import { identityOf } from '../../sources/reference-parts.js'
import type { HttpClient } from '../../system/http/http.js'
import { connectSkills, connectThrough } from './connect-skills.js'
import { composeMainFile, findBlock, scanFile } from './hosted-text.js'
import { refuse } from './served-entries.js'
import type { HostedSkill, ServerSkillList, SkillServerAddress } from './skills-host-types.js'

const MAIN = 'SKILL.md'

export class HostedServer {
  readonly #label: string
  readonly #address: SkillServerAddress
  readonly #http: HttpClient
  #connecting: Promise<Result<SkillConnection>> | undefined
  /** The offered skills of the last list, by the host's names. */
  #skills: ReadonlyMap<string, ServedSkill> = new Map()

  constructor(label: string, address: SkillServerAddress, http: HttpClient) {
    this.#label = label
    this.#address = address
    this.#http = http
  }

  get label(): string {
    return this.#label
  }

  /** Asks the server again. Reads no file. */
  async list(signal?: AbortSignal): Promise<ServerSkillList> {
    const server = this.#label
    this.#skills = new Map()
    const connection = await this.#connect()
    const listed = connection.ok ? await connection.value.list(signal) : connection
    if (!listed.ok) {
      await this.close()
      return { server, state: 'unavailable', failure: listed.failure }
    }
    if (listed.value.state === 'unsupported') return { server, state: 'unsupported' }
    return this.#review(listed.value, signal)
  }

  async #review(
    { skills, refused, refusedCount }: Extract<ServedList, { state: 'listed' }>,
    signal: AbortSignal | undefined,
  ): Promise<ServerSkillList> {
    const server = this.#label
    if (skills.length === 0 && refusedCount === 0) return { server, state: 'empty' }
    const named = new Map<string, ServedSkill>()
    const blocked: RefusedEntry[] = []
    for (const skill of skills) {
      const name = nameOf(skill, skills, server)
      const reason = await findBlock(skill, signal)
      if (reason !== undefined) blocked.push(refuse(skill.uri, 'scan_blocked', reason))
      else if (named.has(name)) blocked.push(refuse(skill.uri, 'entry_invalid', `'${name}' is listed twice`))
      else named.set(name, skill)
    }
    this.#skills = named
    return {
      server,
      state: 'listed',
      skills: [...named].map(([name, skill]) => describeSkill(name, skill)),
      refused: [...blocked, ...refused],
      refusedCount: refusedCount + blocked.length,
    }
  }

  /** A file of a listed skill: verified, then scanned. */
  async readFile(name: string, path: string, signal?: AbortSignal): Promise<Result<Uint8Array>> {
    const skill = this.#skills.get(name)
    if (skill === undefined) return fail('skill_not_found', `Skill '${name}' not found`)
    const connection = await this.#connect()
    if (!connection.ok) return connection
    const bytes = await connection.value.read(skill, path, signal)
    return bytes.ok ? scanFile(path, bytes.value, `'${name}'`, signal) : bytes
  }

  /** The SKILL.md for a model: with its origin, and without the fields that widen what it may do. */
  async readMainFile(name: string, signal?: AbortSignal): Promise<Result<string>> {
    const bytes = await this.readFile(name, MAIN, signal)
    const skill = this.#skills.get(name)
    if (!bytes.ok) return bytes
    if (skill === undefined) return fail('skill_not_found', `Skill '${name}' not found`)
    return succeed(composeMainFile(new TextDecoder().decode(bytes.value), name, this.#label, skill))
  }

  async close(): Promise<void> {
    const connection = await this.#connecting
    this.#connecting = undefined
    if (connection?.ok === true) await connection.value.close()
  }

  #connect(): Promise<Result<SkillConnection>> {
    this.#connecting ??= this.#open()
    return this.#connecting
  }

  async #open(): Promise<Result<SkillConnection>> {
    const [label, address] = [this.#label, this.#address]
    if ('transport' in address) {
      return connectThrough({ label, transport: await address.transport(), allow: () => undefined })
    }
    const { url, headers } = address
    const allowance = { left: 0 }
    // The host's own code names the URL, so a literal local address is meant.
    const allowedHost = hostAllowedFor(url, identityOf(new URL(url)), { isTrusted: () => true })
    return connectSkills({
      label,
      url,
      headers,
      fetch: this.#http.converse({ url, allowedHost, allowance }),
      allow: (bytes) => {
        allowance.left = bytes
      },
    })
  }
}

/** `acme:refunds`; if a server has several of that name, each gets its path: `acme:billing:refunds`. */
function nameOf(skill: ServedSkill, all: readonly ServedSkill[], label: string): string {
  const isOnly = all.every((other) => other === skill || other.name !== skill.name)
  return `${label}:${isOnly ? skill.name : skill.path.replaceAll('/', ':')}`
}

function describeSkill(name: string, { description, uri, frontmatter, files }: ServedSkill): HostedSkill {
  return { name, description, uri, frontmatter, files: files.map(({ path, size }) => ({ path, size })) }
}
