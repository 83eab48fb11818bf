/** Signs in to a skill's server with a browser: authorization code with PKCE, on a port of this machine. */

import { randomBytes } from 'node:crypto'
import type { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { fail, type Result, succeed } from '../../../skill/failure.js'
import { toPlainText } from '../../../skill/text/plain-text.js'
import { messageOf } from '../../../skill/unknown-value.js'
import { type LoopbackRedirect, listenForRedirect } from '../../../system/http/loopback-redirect.js'
import { createTransport } from '../server-connection.js'
import { startServer } from '../start-server.js'
import { openKeptSignIn, type SignInRecord, type SignInRequest } from './kept-sign-in.js'
import { createBrowserProvider } from './sign-in-provider.js'

/** How the user is shown the way. */
export interface SignInOptions {
  /** Shows the address at which the user signs in. */
  readonly show: (address: URL) => void
  /** A port that is registered with the authorization server; any free one if left out. */
  readonly port?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** How long the user may take; five minutes if left out. */
  readonly milliseconds?: number
}

/** The end of a sign-in: who keeps the account, or that the server does not ask for one. */
export type SignedIn = { readonly state: 'signed_in'; readonly issuer: string } | { readonly state: 'unneeded' }

const MILLISECONDS = 5 * 60 * 1_000

/** Signs in, and keeps the sign-in once the server has accepted it. */
export async function signIn(request: SignInRequest, options: SignInOptions): Promise<Result<SignedIn>> {
  const state = randomBytes(32).toString('base64url')
  const { port, signal, milliseconds = MILLISECONDS } = options
  const redirect = await listenForRedirect({ state, port, signal, milliseconds })
  if (!redirect.ok) return redirect
  try {
    const record = await obtain(request, { ...options, redirect: redirect.value, state })
    if (record === undefined) return succeed({ state: 'unneeded' })
    return await keep(request, record)
  } catch (error) {
    return refuse(request, messageOf(error))
  } finally {
    redirect.value.close()
  }
}

interface Obtaining extends SignInOptions {
  readonly redirect: LoopbackRedirect
  readonly state: string
}

/** Undefined if the server answers without a sign-in. */
async function obtain(request: SignInRequest, obtaining: Obtaining): Promise<SignInRecord | undefined> {
  const { redirect, state, show, signal } = obtaining
  const sdk = await import('@modelcontextprotocol/client')
  let record: SignInRecord | undefined
  let isShown = false
  const browser = {
    redirectUrl: redirect.url,
    state,
    show: (address: URL) => {
      isShown = true
      show(address)
    },
  }
  const provider = createBrowserProvider(request, browser, (client, tokens, issuer) => {
    record = { client, tokens, issuer }
  })
  const client = new sdk.Client({ name: 'metier', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const transport = createTransport(request, sdk, provider)
  try {
    const isOpen = await knock(client, transport, request, () => isShown)
    if (isOpen) return undefined
    const parameters = await redirect.arrival
    signal?.throwIfAborted()
    if (parameters === undefined) throw new Error('you did not sign in within the time')
    const refusal = parameters.get('error')
    if (refusal !== null) throw new Error(`the authorization server refused: ${describe(refusal, parameters)}`)
    await transport.finishAuth(parameters)
    return record
  } finally {
    await client.close().catch(() => undefined)
  }
}

function describe(refusal: string, parameters: URLSearchParams): string {
  const text = [refusal, parameters.get('error_description')].filter((one) => one !== null).join(', ')
  return toPlainText(text).slice(0, 500)
}

/** Whether the server lets us in as we are. Otherwise the user has been shown where to sign in. */
async function knock(
  client: Client,
  transport: StreamableHTTPClientTransport,
  { startMilliseconds }: SignInRequest,
  isShown: () => boolean,
): Promise<boolean> {
  try {
    await client.connect(transport, { timeout: startMilliseconds })
    return true
  } catch (error) {
    if (isShown()) return false
    throw error
  }
}

/** A token that the server does not accept is not kept: it may be for something else. */
async function keep(request: SignInRequest, record: SignInRecord): Promise<Result<SignedIn>> {
  const kept = openKeptSignIn(request)
  if (!kept.write(record)) return refuse(request, 'it cannot be kept in the home directory')
  const started = await startServer(request)
  if (started.ok) {
    await started.value.stop()
    return succeed({ state: 'signed_in', issuer: record.issuer })
  }
  kept.remove()
  return refuse(request, `the server does not accept it: ${started.failure.message}`)
}

function refuse({ name }: SignInRequest, why: string): Result<never> {
  return fail('system_error', `Could not sign in to server '${name}': ${why}`)
}
