/** How a server that is reached by URL knows its caller: headers, a token, or OAuth. Secrets are variables, never values. */

import { parseUrl } from '../text/parse-url.js'
import type { OAuthEntry, PlacedProblem, ServerEntry } from './tools-file.js'

const VARIABLE = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g

/** The variables whose values are sent to the server. */
export function accessVariables({ headers = {}, tokenEnv, oauth }: ServerEntry): readonly string[] {
  const inHeaders = Object.values(headers).flatMap((value) =>
    Array.from(value.matchAll(VARIABLE), ([, name = '']) => name),
  )
  const others = [tokenEnv, oauth?.clientSecretEnv].filter((name) => name !== undefined)
  return [...new Set([...inHeaders, ...others])]
}

/** A header with the values of its variables. */
export function fillHeader(value: string, variables: Readonly<Record<string, string>>): string {
  return value.replaceAll(VARIABLE, (_, name: string) => variables[name] ?? '')
}

/** Says what is wrong with the access of a server. */
export function checkAccess(server: ServerEntry, pointer: string): readonly PlacedProblem[] {
  const { url, headers = {}, tokenEnv, oauth } = server
  const used = [headers, tokenEnv, oauth].filter((one) => one !== undefined)
  const named = (['headers', 'tokenEnv', 'oauth'] as const).filter((key) => server[key] !== undefined)
  if (url === undefined) return named.map((key) => problem(`${pointer}/${key}`, `${key} needs a url`))
  const both = tokenEnv !== undefined && oauth !== undefined
  const hasSecrets = used.length > 0 && (accessVariables(server).length > 0 || oauth !== undefined)
  const isOpen = hasSecrets && !isPrivate(url)
  return [
    ...Object.entries(headers).flatMap(([name, value]) =>
      checkHeader(name, value, server, `${pointer}/headers/${name}`),
    ),
    ...(both ? [problem(`${pointer}/tokenEnv`, 'a server has either tokenEnv or oauth')] : []),
    ...(oauth === undefined ? [] : checkOAuth(oauth, `${pointer}/oauth`)),
    ...(isOpen ? [problem(`${pointer}/url`, 'secrets are sent over https only, or to this machine')] : []),
  ]
}

function checkOAuth({ signIn, issuer, clientId, clientSecretEnv }: OAuthEntry, at: string): readonly PlacedProblem[] {
  const given = { issuer, clientId, clientSecretEnv }
  const missing = Object.entries(given).flatMap(([key, value]) => (value === undefined ? [key] : []))
  if (signIn === undefined && missing.length > 0) {
    return [problem(at, `oauth needs ${missing.join(', ')}, or signIn: browser`)]
  }
  // A client is known at one authorization server only.
  if (signIn !== undefined && clientId !== undefined && issuer === undefined) {
    return [problem(at, 'clientId needs an issuer')]
  }
  const isUnnamed = clientSecretEnv !== undefined && clientId === undefined
  return isUnnamed ? [problem(at, 'clientSecretEnv needs a clientId')] : []
}

/** Headers that belong to the protocol or to the connection. */
const FIXED =
  /^(?:mcp-.*|accept|content-.*|host|connection|transfer-encoding|upgrade|te|trailer|proxy-.*|cookie|origin)$/i
/** Headers whose values are secrets. */
const SECRET = /authorization|token|secret|password|api-?key|credential|session/i

function checkHeader(name: string, value: string, { tokenEnv, oauth }: ServerEntry, at: string) {
  if (FIXED.test(name)) return [problem(at, `the header '${name}' may not be set`)]
  const isAuthorization = /^authorization$/i.test(name)
  if (isAuthorization && (tokenEnv ?? oauth) !== undefined) {
    return [problem(at, `'${name}' is set by ${tokenEnv === undefined ? 'oauth' : 'tokenEnv'}`)]
  }
  if (!SECRET.test(name) || value.search(VARIABLE) >= 0) return []
  return [problem(at, `'${name}' looks like a secret: write it as \${env:NAME}, never as a value`)]
}

function isPrivate(url: string): boolean {
  if (parseUrl(url) === undefined) return true
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

function problem(pointer: string, message: string): PlacedProblem {
  return { code: 'tools_invalid', pointer, message }
}
