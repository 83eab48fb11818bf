/** Fills in what a server that is reached by URL gets: its headers and credentials, from variables of this machine. */

import { accessVariables, fillHeader } from '../../skill/tools-file/server-access.js'
import type { OAuthEntry, ServerEntry } from '../../skill/tools-file/tools-file.js'
import type { ServerRequest, ServerSignIn } from './server.js'

type ServerAccess = Pick<ServerRequest, 'headers' | 'oauth' | 'signIn' | 'sends'>

/** Whose sign-in a server uses, and where it is kept. */
export type SignInPlace = Pick<ServerSignIn, 'skill' | 'owner' | 'folder'>

/** What to send, or why that cannot be: a variable is not set. */
export function composeAccess(
  entry: ServerEntry,
  variables: Readonly<Record<string, string>>,
  place: SignInPlace,
): ServerAccess | { readonly refusal: string } {
  const { headers = {}, tokenEnv, oauth } = entry
  const sends = accessVariables(entry)
  const told = oauth?.signIn === undefined ? sends : [...sends, 'your sign-in']
  const missing = sends.filter((name) => (variables[name] ?? '') === '')
  if (missing.length > 0)
    return { refusal: `set ${missing.join(' and ')} in the environment or in the skill's settings` }
  const own = Object.entries(headers).map(([name, value]) => [name, fillHeader(value, variables)] as const)
  const token = tokenEnv === undefined ? [] : [['Authorization', `Bearer ${variables[tokenEnv]}`] as const]
  const all = [...own, ...token]
  // A line break would begin another header.
  const broken = all.find(([, value]) => /[^\t -~\u0080-\u00ff]/.test(value))
  if (broken !== undefined)
    return { refusal: `the value of the header '${broken[0]}' has characters that no header can have` }
  return {
    ...(all.length > 0 && { headers: Object.fromEntries(all) }),
    ...(oauth !== undefined && composeOAuth(oauth, variables, place)),
    ...(told.length > 0 && { sends: told }),
  }
}

function composeOAuth(
  oauth: OAuthEntry,
  variables: Readonly<Record<string, string>>,
  place: SignInPlace,
): Pick<ServerRequest, 'oauth' | 'signIn'> {
  const { signIn, issuer, clientId, clientSecretEnv, scopes = [] } = oauth
  const secret = clientSecretEnv === undefined ? undefined : variables[clientSecretEnv]
  if (signIn !== undefined) return { signIn: { ...place, issuer, clientId, clientSecret: secret, scopes } }
  return { oauth: { issuer: issuer ?? '', clientId: clientId ?? '', clientSecret: secret ?? '', scopes } }
}
