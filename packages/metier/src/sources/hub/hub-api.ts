/** Calls a hub as a user of it: who am I, which keys sign its skills, what does a version have, publish. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import { isRecord } from '../../skill/unknown-value.js'
import type { HttpAnswer } from '../../system/http/http.js'
import { type PublishedFile, plain, readVersion } from '../clawhub/clawhub-answers.js'
import { refuse, refuseStranger, refuseToken } from '../clawhub/clawhub-api.js'
import { getUrl, readJsonObject, textOf } from '../download.js'
import type { SourceContext } from '../source.js'
import { type SourcesOptions, settleOptions } from '../sources-options.js'
import type { HubAddress } from './hub-address.js'
import { readTokens } from './kept-tokens.js'

export interface HubUser {
  readonly handle: string
  /** Empty if the hub does not say. */
  readonly scopes: readonly string[]
}

/** A public key of a hub. */
export interface HubKey {
  readonly fingerprint: string
  /** In PEM. */
  readonly publicKey: string
  /** Whether it signs nothing new. */
  readonly isRetired: boolean
}

export type HubVisibility = 'public' | 'private'

/** A version that the user can see. */
export interface HubVersion {
  readonly files: readonly PublishedFile[]
  /** Other servers do not say. */
  readonly status: 'published' | 'pending' | 'rejected'
  /** In the words of the moderator that rejected it. */
  readonly rejectedReason: string | undefined
  readonly visibility: HubVisibility | undefined
}

/** A version that was withdrawn, or whose skill was deleted, in the words of the hub. */
export interface GoneVersion {
  readonly status: 'gone'
  readonly message: string
}

/** What is sent with the files of a version. */
interface HubPayload {
  readonly slug: string
  readonly version: string
  readonly displayName?: string | undefined
  readonly changelog?: string | undefined
  readonly ownerHandle?: string | undefined
  readonly visibility?: HubVisibility | undefined
  /** The paths of files that may be run. */
  readonly executables: readonly string[]
}

interface UploadedFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** The hub's decision on a version: its sentence, if it refused. */
type HubDecision =
  | { readonly status: 'published' | 'pending'; readonly owner: string | undefined }
  | { readonly status: 'refused'; readonly message: string; readonly isTaken: boolean }

export interface HubApi {
  whoami(): Promise<Result<HubUser>>
  /** The owners that the user may publish for; undefined if the server does not say. */
  listOwners(user: HubUser): Promise<Result<readonly string[] | undefined>>
  /** Empty if it signs nothing. */
  getKeys(): Promise<Result<readonly HubKey[]>>
  /** Undefined if there is none that the user can see. */
  findVersion(slug: string, owner: string, version: string): Promise<Result<HubVersion | GoneVersion | undefined>>
  /** The hub's sentence if it refused; undefined if it did as it was asked. */
  setVisibility(slug: string, owner: string, visibility: HubVisibility): Promise<Result<string | undefined>>
  publish(payload: HubPayload, files: readonly UploadedFile[]): Promise<Result<HubDecision>>
}

export interface HubOptions extends Pick<SourceContext, 'signal' | 'onProgress'> {
  /** In place of a kept one. */
  readonly token?: string | undefined
  /** The home directory with the kept tokens. */
  readonly home?: string | undefined
  readonly http?: SourcesOptions['http']
}

const JSON_BYTES = 8 * 1024 * 1024

export function openHub({ url: base, origin, identity }: HubAddress, options: HubOptions): HubApi {
  const { token, home, signal, onProgress } = options
  const { registryHttp: http } = settleOptions({
    http: options.http,
    hubs: { home, ...(token !== undefined && { token: { origin, value: token } }) },
  })
  // The user named it in the command.
  const isNamed = (other: string) => other === identity
  const context: SourceContext = { signal, onProgress, isTrusted: isNamed, namesHost: isNamed }
  const refuse401 = sendsToken(origin, options) ? refuseToken : refuseStranger
  const get = (path: string) => getUrl(http, { url: `${base}${path}`, identity, context, mostBytes: JSON_BYTES })
  return {
    whoami: async () => {
      const answer = await get('/api/v1/whoami')
      return answer.ok ? readWhoami(answer.value, refuse401) : answer
    },
    listOwners: async ({ handle, scopes }) => {
      const isAdmin = scopes.includes('admin')
      const answer = await get(`/api/hub/v1/owners${isAdmin ? '?all=1' : ''}`)
      return answer.ok ? succeed(readOwners(answer.value, isAdmin ? undefined : handle)) : answer
    },
    getKeys: async () => {
      const answer = await get('/api/hub/v1/keys')
      return answer.ok ? readKeys(answer.value) : answer
    },
    findVersion: async (slug, owner, version) => {
      const query = `ownerHandle=${encodeURIComponent(owner)}`
      const path = `/api/v1/skills/${encodeURIComponent(slug)}/versions/${encodeURIComponent(version)}?${query}`
      const answer = await get(path)
      if (!answer.ok) return answer
      const { status } = answer.value
      if (status === 410) return succeed({ status: 'gone', message: sentenceOf(answer.value) })
      // Hidden versions are refused by the hub with a sentence of its own.
      if (status === 404 || status === 423) return succeed(undefined)
      const what = `version ${version} of '${slug}'`
      if (status !== 200) return refuse(answer.value, what)
      const found = readHubVersion(readJsonObject(answer.value) ?? {})
      return found === undefined ? refuseOdd(answer.value, what) : succeed(found)
    },
    setVisibility: async (slug, owner, visibility) => {
      const path = `/api/v1/skills/${encodeURIComponent(slug)}/visibility?ownerHandle=${encodeURIComponent(owner)}`
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const body = new TextEncoder().encode(JSON.stringify({ visibility }))
      const answer = await http.post({ url: `${base}${path}`, headers, body, mostBytes: JSON_BYTES, signal })
      return answer.ok ? readChange(answer.value, refuse401) : answer
    },
    publish: async (payload, files) => {
      const { body, type } = await composeForm(payload, files)
      const headers = { 'content-type': type, accept: 'application/json' }
      const answer = await http.post({ url: `${base}/api/v1/skills`, headers, body, mostBytes: JSON_BYTES, signal })
      return answer.ok ? readDecision(answer.value, refuse401) : answer
    },
  }
}

type Refuse = (answer: HttpAnswer) => Result<never>

function sendsToken(origin: string, { token, home }: HubOptions): boolean {
  const kept = home === undefined ? undefined : readTokens(home)
  return token !== undefined || (kept?.ok === true && kept.value.has(origin))
}

function readWhoami(answer: HttpAnswer, refuse401: Refuse): Result<HubUser> {
  if (answer.status === 401 || answer.status === 403) return refuse401(answer)
  if (answer.status === 404) {
    const message = `${new URL(answer.url).host} is not a hub: it has no /api/v1/whoami`
    return fail('source_unavailable', message, [adviseOnAddress(answer)])
  }
  const user = answer.status === 200 ? readJsonObject(answer)?.user : undefined
  const handle = isRecord(user) ? textOf(user.handle) : undefined
  if (handle === undefined || !isRecord(user)) return refuseOdd(answer, 'whoami', [adviseOnAddress(answer)])
  const scopes = Array.isArray(user.scopes) ? user.scopes.filter((scope) => typeof scope === 'string') : []
  return succeed({ handle: plain(handle), scopes: scopes.slice(0, 20).map(plain) })
}

/** The address of a page of the hub is copied easily. */
function adviseOnAddress({ url }: HttpAnswer): string {
  const { origin, pathname } = new URL(url)
  const isBelow = pathname !== '/api/v1/whoami'
  return isBelow
    ? `If the hub is at ${origin}, run: metier login ${origin}`
    : 'Check the address: a hub prints it when it starts'
}

/** The hub lists no more. */
const MOST_OWNERS = 1000

/** An administrator publishes for every owner, anyone else (`member`) for those where they are a publisher. */
function readOwners(answer: HttpAnswer, member: string | undefined): readonly string[] | undefined {
  const owners = answer.status === 200 ? readJsonObject(answer)?.owners : undefined
  if (!Array.isArray(owners) || owners.length >= MOST_OWNERS) return undefined
  return owners.flatMap((owner: unknown): readonly string[] => {
    const { handle, members } = isRecord(owner) ? owner : {}
    if (typeof handle !== 'string') return []
    const publishes = (each: unknown) => isRecord(each) && each.handle === member && each.role === 'publisher'
    const isAllowed = member === undefined || (Array.isArray(members) && members.some(publishes))
    return isAllowed ? [plain(handle)] : []
  })
}

const MOST_KEYS = 50

/** Registry servers of others have no such route. */
function readKeys(answer: HttpAnswer): Result<readonly HubKey[]> {
  if (answer.status === 404) return succeed([])
  const keys = answer.status === 200 ? readJsonObject(answer)?.keys : undefined
  if (!Array.isArray(keys)) return refuseOdd(answer, 'keys')
  const read = keys.slice(0, MOST_KEYS).flatMap((key: unknown): readonly HubKey[] => {
    const { fingerprint, publicKey, retiredAt } = isRecord(key) ? key : {}
    if (typeof fingerprint !== 'string' || typeof publicKey !== 'string' || publicKey.length > 10_000) return []
    return [{ fingerprint: plain(fingerprint), publicKey, isRetired: typeof retiredAt === 'string' }]
  })
  return succeed(read)
}

function readHubVersion(answer: Readonly<Record<string, unknown>>): HubVersion | undefined {
  const files = readVersion(answer)?.files
  if (files === undefined) return undefined
  const { status, rejectedReason } = isRecord(answer.version) ? answer.version : {}
  const { visibility } = isRecord(answer.skill) ? answer.skill : {}
  return {
    files,
    status: status === 'pending' || status === 'rejected' ? status : 'published',
    rejectedReason: plain(textOf(rejectedReason) ?? '') || undefined,
    visibility: visibility === 'public' || visibility === 'private' ? visibility : undefined,
  }
}

function readChange(answer: HttpAnswer, refuse401: Refuse): Result<string | undefined> {
  if (answer.status === 200) return succeed(undefined)
  if (answer.status === 401) return refuse401(answer)
  return REFUSALS.has(answer.status) || answer.status === 404
    ? succeed(sentenceOf(answer))
    : refuseOdd(answer, 'change')
}

/** One body with everything: the hub takes all files of a version or none. */
async function composeForm(payload: HubPayload, files: readonly UploadedFile[]) {
  const form = new FormData()
  form.set('payload', JSON.stringify(payload))
  for (const { path, bytes } of files) form.append('files', new Blob([new Uint8Array(bytes)]), path)
  const encoded = new Response(form)
  return { body: new Uint8Array(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' }
}

const LONGEST_SENTENCE = 1000
/** The statuses of a refusal; any other status means that the hub did not decide. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 409, 410, 413, 415, 422])

function readDecision(answer: HttpAnswer, refuse401: Refuse): Result<HubDecision> {
  if (answer.status === 401) return refuse401(answer)
  if (REFUSALS.has(answer.status)) {
    return succeed({ status: 'refused', message: sentenceOf(answer), isTaken: answer.status === 409 })
  }
  const json = answer.status === 200 || answer.status === 201 ? readJsonObject(answer) : undefined
  if (json?.ok !== true) return refuseOdd(answer, 'publication')
  const owner = textOf(json.ownerHandle)
  return succeed({
    status: json.status === 'pending' ? 'pending' : 'published',
    owner: owner === undefined ? undefined : plain(owner),
  })
}

function sentenceOf({ body, status }: HttpAnswer): string {
  const message = plain(new TextDecoder().decode(body.subarray(0, LONGEST_SENTENCE))).trim()
  return message === '' ? `refused (${status})` : message
}

function refuseOdd(answer: HttpAnswer, what: string, suggestions: readonly string[] = []): Result<never> {
  const { host } = new URL(answer.url)
  return fail('source_unavailable', `${host} sent an unexpected response for ${what} (${answer.status})`, suggestions)
}
