/** How the SDK signs in to a skill's server: with what is kept, or with the user at a browser. */

import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import type { ServerSignIn } from '../../../workspace/activation/server.js'
import { checkAuthorizationServer } from './authorization-server.js'
import { type KeptSignIn, openKeptSignIn, type SignInRequest } from './kept-sign-in.js'

/** The user must sign in first, and cannot do so here. */
export class SignInNeededError extends Error {
  readonly suggestions: readonly string[]

  constructor(server: string, { skill, folder }: ServerSignIn, why = 'you are not signed in') {
    super(`Server '${server}' needs a sign-in in a browser: ${why}`)
    const command = `metier sign-in ${quoteForShell(skill)} ${quoteForShell(server)}`
    this.suggestions = folder === undefined ? ['There is no home directory to keep it in'] : [`Run: ${command}`]
  }
}

/** A browser that the user signs in with. */
export interface SignInBrowser {
  /** Where it comes back to. */
  readonly redirectUrl: string
  readonly state: string
  /** Shows the address of the authorization server. */
  show(address: URL): void
}

/** Uses the sign-in that is kept, and refreshes it. If the user must sign in again, throws a `SignInNeededError`. */
export function createKeptProvider(
  request: SignInRequest,
  kept: KeptSignIn = openKeptSignIn(request),
): OAuthClientProvider {
  const { name, url, signIn } = request
  /** The refresh token that was sent last: another process may have got a newer one since. */
  let sent: string | undefined
  const refuse = (why?: string) => {
    throw new SignInNeededError(name, signIn, why)
  }
  return {
    redirectUrl: NOWHERE,
    clientMetadata: describeClient(NOWHERE, signIn),
    clientInformation: () => kept.read()?.client,
    tokens: () => {
      const tokens = kept.read()?.tokens
      sent = tokens?.refresh_token
      return tokens
    },
    saveTokens: (tokens) => {
      const before = kept.read()
      if (before === undefined) return refuse()
      // A server that does not replace the refresh token leaves it out.
      kept.write({ ...before, tokens: { ...before.tokens, ...tokens } })
    },
    saveDiscoveryState: (state) => {
      checkAuthorizationServer(state, url, kept.read()?.issuer ?? signIn.issuer)
    },
    invalidateCredentials: (scope) => {
      if (scope !== 'tokens' && scope !== 'all') return
      // Another process may have been faster: then its refresh token is tried.
      if (kept.read()?.tokens.refresh_token !== sent) return
      kept.remove()
      refuse(EXPIRED)
    },
    redirectToAuthorization: () => refuse(EXPIRED),
    saveCodeVerifier: () => undefined,
    codeVerifier: () => refuse() ?? '',
  }
}

const EXPIRED = 'the sign-in has expired'

/** No browser ever comes to this address. */
const NOWHERE = 'http://127.0.0.1/callback'

/** Signs in with a browser. Nothing is kept before it has succeeded. */
export function createBrowserProvider(
  { url, signIn }: SignInRequest,
  { redirectUrl, state, show }: SignInBrowser,
  onTokens: (client: StoredOAuthClientInformation, tokens: StoredOAuthTokens, issuer: string) => void,
): OAuthClientProvider {
  const { clientId, clientSecret, issuer } = signIn
  let client: StoredOAuthClientInformation | undefined =
    clientId === undefined
      ? undefined
      : {
          client_id: clientId,
          ...(clientSecret !== undefined && { client_secret: clientSecret }),
          ...(issuer !== undefined && { issuer }),
        }
  let discovered: OAuthDiscoveryState | undefined
  let verifier = ''
  return {
    redirectUrl,
    clientMetadata: describeClient(redirectUrl, signIn),
    state: () => state,
    clientInformation: () => client,
    saveClientInformation: (information) => {
      client = information
    },
    tokens: () => undefined,
    saveTokens: (tokens, context) => {
      if (client !== undefined) onTokens(client, tokens, context?.issuer ?? tokens.issuer ?? '')
    },
    saveDiscoveryState: (found) => {
      checkAuthorizationServer(found, url, issuer)
      discovered = found
    },
    discoveryState: () => discovered,
    redirectToAuthorization: show,
    saveCodeVerifier: (given) => {
      verifier = given
    },
    codeVerifier: () => verifier,
  }
}

function describeClient(
  redirectUrl: string,
  { scopes, clientSecret }: ServerSignIn,
): OAuthClientProvider['clientMetadata'] {
  return {
    client_name: 'Metier',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_basic',
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
  }
}
