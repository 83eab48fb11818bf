/** The skills of one server that a host connects to, under the host's label. */

import { type FailureCode, fail, type Result, succeed } from '../../skill/failure.js'
import { hostAllowedFor } from '../../sources/download.js'
import type { RefusedEntry, ServedList, ServedSkill, SkillConnection } from '../../sources/mcp/skill-connection.js'
import { identityOf } from '../../sources/reference-parts.js'
import type { HttpClient } from '../../system/http/http.js'
import { connectSkills, connectThrough } from './connect-skills.js'
import { composeMainFile, findBlock, scanFile } from './hosted-text.js'
import { refuse } from './served-entries.js'
import { type SkillConsent, setDigestOf } from './skill-consent.js'
import type { HostedSkill, ServerSkillList, SkillServerAddress } from './skills-host-types.js'

const MAIN = 'SKILL.md'
/** The failures that a changed or forgotten list explains. */
const OUTDATED: ReadonlySet<string> = new Set<FailureCode>(['integrity_mismatch', 'source_unavailable'])

type Reading = Promise<Result<Uint8Array>>

interface HostedSurroundings {
  readonly http: HttpClient
  readonly consent: SkillConsent
}

export class HostedServer {
  readonly #label: string
  readonly #address: SkillServerAddress
  readonly #http: HttpClient
  #connecting: Promise<Result<SkillConnection>> | undefined
  /** The offered skills of the last list that succeeded, by the host's names. */
  #skills = new Map<string, ServedSkill>()
  /** The skills that were asked for again since then. Once is enough. */
  readonly #renewed = new Set<string>()
  readonly #consent: SkillConsent

  constructor(label: string, address: SkillServerAddress, { http, consent }: HostedSurroundings) {
    this.#label = label
    this.#address = address
    this.#http = http
    this.#consent = consent
  }

  get label(): string {
    return this.#label
  }

  /** Asks the server again. Reads no file. */
  async list(signal?: AbortSignal): Promise<ServerSkillList> {
    const server = this.#label
    const connection = await this.#connect()
    const listed = connection.ok ? await connection.value.list(signal) : connection
    if (!listed.ok) {
      await this.close()
      // A server that cannot be asked now still has its skills.
      return { server, state: 'unavailable', failure: listed.failure, known: this.#describeAll() }
    }
    this.#skills = new Map()
    this.#renewed.clear()
    this.#consent.forgetRefusals()
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
      skills: this.#describeAll(),
      refused: [...blocked, ...refused],
      refusedCount: refusedCount + blocked.length,
    }
  }

  #describeAll(): readonly HostedSkill[] {
    return [...this.#skills].map(([name, skill]) => describeSkill(name, skill))
  }

  /** The paths of a listed skill's files. Asks nothing. */
  listFiles(name: string): readonly string[] {
    return this.#skills.get(name)?.files.map(({ path }) => path) ?? []
  }

  /** A file of a listed skill: approved, verified, then scanned. */
  async readFile(name: string, reference: string, signal?: AbortSignal): Promise<Result<Uint8Array>> {
    const skill = this.#skills.get(name)
    if (skill === undefined) return fail('skill_not_found', `Skill '${name}' not found`)
    const path = findListed(skill, reference) ?? reference
    const read = await this.#readCurrent(name, skill, path, signal)
    return read.ok ? scanFile(path, read.value, `'${name}'`, signal) : read
  }

  /** Reads a file. If the server may have changed the skill since the list, asks for the skill once more. */
  async #readCurrent(name: string, skill: ServedSkill, path: string, signal?: AbortSignal): Reading {
    const first = await this.#readListed(name, skill, path, signal)
    const isListed = skill.files.some((file) => file.path === path)
    if (first.ok || !isListed || !OUTDATED.has(first.failure.code) || this.#renewed.has(skill.uri)) return first
    this.#renewed.add(skill.uri)
    const renewed = await this.#renew(name, skill, signal)
    if (!renewed.ok) return renewed.failure.code === 'source_unavailable' ? first : renewed
    // The same files again: the server does not keep to its own list.
    const isSame = setDigestOf(renewed.value) === setDigestOf(skill)
    return isSame ? first : this.#readListed(name, renewed.value, path, signal)
  }

  async #readListed(name: string, listed: ServedSkill, path: string, signal?: AbortSignal): Reading {
    const agreed = await this.#consent.require(name, this.#label, listed)
    if (!agreed.ok) return agreed
    const connection = await this.#connect()
    if (!connection.ok) return connection
    // A new connection has no list yet.
    const known = connection.value.knows(listed.uri) ? succeed(listed) : await this.#renew(name, listed, signal)
    if (!known.ok) return known
    const isChanged = setDigestOf(known.value) !== setDigestOf(listed)
    const again = isChanged ? await this.#consent.require(name, this.#label, known.value) : agreed
    if (!again.ok) return again
    const read = await connection.value.read(known.value, path, signal)
    // The next call connects again.
    if (!read.ok && read.failure.code === 'source_unavailable') await this.close()
    return read
  }

  /** Takes what the server lists for a skill now. */
  async #renew(name: string, { uri }: ServedSkill, signal?: AbortSignal): Promise<Result<ServedSkill>> {
    const connection = await this.#connect()
    const now = connection.ok ? await connection.value.get(uri, signal) : connection
    if (!now.ok) return now
    if (now.value.state === 'gone') {
      return fail('skill_not_found', `MCP server '${this.#label}' does not serve '${name}' anymore`, LIST_AGAIN)
    }
    if (now.value.state === 'refused') {
      const { reason } = now.value.refused
      return fail('skill_invalid', `MCP server '${this.#label}' changed '${name}', which is now refused: ${reason}`)
    }
    const { skill } = now.value
    const blocked = await findBlock(skill, signal)
    if (blocked !== undefined) return fail('scan_blocked', blocked)
    this.#skills.set(name, skill)
    return succeed(skill)
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

function describeSkill(name: string, skill: ServedSkill): HostedSkill {
  const { description, uri, frontmatter, files } = skill
  const shown = files.map(({ path, size }) => ({ path, size }))
  return { name, description, uri, frontmatter, files: shown, digest: setDigestOf(skill) }
}

const LIST_AGAIN = ['List the skills of the server again']

/** The file that a reference means: as listed, or with a fragment or percent-encoded. */
function findListed({ files }: ServedSkill, reference: string): string | undefined {
  const plain = reference.replace(/^\.\//, '')
  const [bare = ''] = plain.split('#')
  const meant = [plain, bare, decode(plain), decode(bare)]
  return meant.find((path) => files.some((file) => file.path === path))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
