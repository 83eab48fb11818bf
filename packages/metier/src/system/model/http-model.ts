/** Asks a model over HTTP, with the checks of every other request: checked addresses, no redirects, limited bytes and time. */

import { failToAsk, type Model, type ModelFailure, type ModelReply } from '../../gate/reviewer/model.js'
import { parseUrl } from '../../skill/text/parse-url.js'
import { isRecord } from '../../skill/unknown-value.js'
import { createHttpClient } from '../http/http.js'
import { HttpProblem } from '../http/http-problem.js'
import { readNetworkVariables } from '../http/network-variables.js'
import { isLocalHost } from '../http/private-address.js'
import { ANSWER_BYTES, type ModelSettings, type OpenedModel, USUAL_SECONDS } from './model-settings.js'

/** The differences between interfaces. */
export interface HttpInterface {
  /** The endpoint below the base URL. */
  readonly path: (base: URL) => string
  readonly headers: (key: string | undefined) => Readonly<Record<string, string>>
  readonly body: (model: string, prompt: string) => object
  /** The text of an answer; undefined if it has none. */
  readonly textOf: (answer: Readonly<Record<string, unknown>>) => string | undefined
}

export function openHttpModel(settings: ModelSettings, speaks: HttpInterface): OpenedModel {
  const { kind = '', baseUrl, model, keyVariable, seconds = USUAL_SECONDS } = settings
  if (baseUrl === undefined) return failToAsk({ code: 'setting_missing', setting: 'baseUrl' })
  if (model === undefined) return failToAsk({ code: 'setting_missing', setting: 'model' })
  const problem = findUrlProblem(baseUrl)
  if (problem !== undefined) return failToAsk({ code: 'setting_invalid', setting: 'baseUrl', detail: problem })
  const base = new URL(baseUrl)
  const url = new URL(`${base.pathname.replace(/\/+$/, '')}${speaks.path(base)}`, base)
  const opened: Model = {
    name: `${kind} ${model} at ${base.host}`,
    identity: `${kind} ${model} ${url.href}`,
    asksTogether: false,
    ask: async ({ prompt, signal }) => {
      const key = readKey(keyVariable)
      if (!key.ok) return failToAsk({ code: 'key_missing', variable: key.variable })
      const headers = { 'content-type': 'application/json', accept: 'application/json', ...speaks.headers(key.value) }
      const posted = await post({ url, headers, body: JSON.stringify(speaks.body(model, prompt)), seconds, signal })
      return posted.ok ? readAnswer(posted.text, speaks) : posted
    },
  }
  return { ok: true, model: opened }
}

/** A key must not travel unencrypted, except on this machine and to a private address. */
function findUrlProblem(text: string): string | undefined {
  if (parseUrl(text) === undefined) return 'it is not a URL'
  const { protocol, username, password, search, hash, hostname } = new URL(text)
  if (username !== '' || password !== '') return 'it must not contain a user name or password'
  if (search !== '' || hash !== '') return 'it must not contain a query or a fragment'
  if (protocol === 'https:' || (protocol === 'http:' && isLocalHost(hostname))) return undefined
  return 'it must use https, except on this machine or at a private address'
}

type ReadKey =
  | { readonly ok: true; readonly value: string | undefined }
  | { readonly ok: false; readonly variable: string }

/** The value never leaves this module except in a header. */
function readKey(variable: string | undefined): ReadKey {
  if (variable === undefined) return { ok: true, value: undefined }
  const value = process.env[variable]?.trim() ?? ''
  return /^[\x21-\x7e]+$/.test(value) ? { ok: true, value } : { ok: false, variable }
}

interface Post {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly seconds: number
  readonly signal: AbortSignal | undefined
}

async function post({ url, headers, body, seconds, signal }: Post): Promise<ModelReply> {
  signal?.throwIfAborted()
  const milliseconds = seconds * 1000
  const deadline = AbortSignal.timeout(milliseconds)
  const http = createHttpClient({
    // A proxy has no way to this machine or its private network.
    ...(!isLocalHost(url.hostname) && { proxies: readNetworkVariables().proxies }),
    // The deadline ends the request first, so that one failure says so.
    limits: { milliseconds: milliseconds * 2, idleMilliseconds: milliseconds * 2 },
  })
  const send = http.converse({ url: url.href, allowedHost: url.host, allowance: { left: ANSWER_BYTES } })
  try {
    const ending = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
    const response = await send(url, { method: 'POST', headers, body, signal: ending })
    if (response.ok) return { ok: true, text: await response.text() }
    // An error page may repeat the key, so only its status is kept.
    await response.body?.cancel()
    return failToAsk({ code: 'model_refused', status: response.status })
  } catch (error) {
    signal?.throwIfAborted()
    return failToAsk(deadline.aborted ? { code: 'model_timed_out', seconds } : describeProblem(error, url))
  }
}

function describeProblem(error: unknown, url: URL): ModelFailure {
  const problem = error instanceof Error && error.cause instanceof HttpProblem ? error.cause : error
  if (!(problem instanceof HttpProblem)) {
    return { code: 'model_unreachable', detail: `${url.host} could not be reached or closed the connection` }
  }
  if (problem.code === 'limit_exceeded') return { code: 'answer_too_long', bytes: ANSWER_BYTES }
  return { code: 'model_unreachable', detail: problem.message }
}

function readAnswer(body: string, { textOf }: HttpInterface): ModelReply {
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    return failToAsk({ code: 'answer_malformed', detail: 'the response is not JSON' })
  }
  const text = isRecord(answer) ? textOf(answer) : undefined
  if (text === undefined) return failToAsk({ code: 'answer_malformed', detail: 'the response has no text' })
  return { ok: true, text }
}
