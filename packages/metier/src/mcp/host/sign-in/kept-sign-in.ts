/** A sign-in that is kept: bound to the skill, the address of the server and the authorization server. */

import { join } from 'node:path'
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'
import { isRecord } from '../../../skill/unknown-value.js'
import { digest } from '../../../system/files/digest.js'
import { listOwnTexts, readOwnText, removeOwnText, writeOwnText } from '../../../system/files/own-file.js'
import type { ServerRequest, ServerSignIn } from '../../../workspace/activation/server.js'

/** A server that the user signs in to. */
export type SignInRequest = ServerRequest & { readonly url: string; readonly signIn: ServerSignIn }

/** Whether a server is one that the user signs in to. */
export function takesSignIn(request: ServerRequest): request is SignInRequest {
  return request.url !== undefined && request.signIn !== undefined
}

/** What a sign-in left. */
export interface SignInRecord {
  readonly issuer: string
  /** How the authorization server knows Metier. */
  readonly client: StoredOAuthClientInformation
  readonly tokens: StoredOAuthTokens
}

/** Where one sign-in is kept. Only this user can read the file. */
export interface KeptSignIn {
  read(): SignInRecord | undefined
  /** False if it could not be kept. */
  write(record: SignInRecord): boolean
  remove(): void
}

/** Opens the place of the sign-in to a server. */
export function openKeptSignIn(request: SignInRequest): KeptSignIn {
  const { name: server, url } = request
  const { folder, owner, skill, issuer } = request.signIn
  const path = folder && join(folder, `${digest(JSON.stringify([owner, url]))}.json`)
  const read = (): SignInRecord | undefined => {
    const kept = path === undefined ? undefined : parse(readOwnText(path))
    if (kept?.owner !== owner || kept.url !== url) return undefined
    // The skill may name another authorization server by now.
    return issuer === undefined || kept.issuer === issuer ? kept : undefined
  }
  return {
    read,
    write: (record) => {
      if (path === undefined) return false
      writeOwnText(path, JSON.stringify({ ...record, owner, url, skill, server }))
      return read()?.tokens.access_token === record.tokens.access_token
    },
    remove: () => path !== undefined && removeOwnText(path),
  }
}

/** Removes every sign-in to the servers of a skill, or to one of them, whether or not the skill is still there. */
export function removeSignIns(folder: string, skill: string, server: string | undefined): readonly SignInPurpose[] {
  const removed: SignInPurpose[] = []
  for (const [path, text] of listOwnTexts(folder)) {
    const kept = parse(text)
    if (kept?.skill !== skill || (server !== undefined && kept.server !== server)) continue
    removeOwnText(path)
    if (readOwnText(path) === undefined) removed.push({ server: kept.server, url: kept.url, issuer: kept.issuer })
  }
  return removed
}

/** What a sign-in is for. */
export interface SignInPurpose {
  readonly server: string
  readonly url: string
  readonly issuer: string
}

interface KeptFile extends SignInRecord, SignInPurpose {
  readonly owner: string
  readonly skill: string
}

function parse(text: string | undefined): KeptFile | undefined {
  const value = readJson(text)
  if (!isRecord(value)) return undefined
  const { client, tokens } = value
  const isWhole = TEXTS.every((key) => typeof value[key] === 'string') && isRecord(client) && isRecord(tokens)
  const isUsable = isWhole && typeof client.client_id === 'string' && typeof tokens.access_token === 'string'
  return isUsable ? (value as unknown as KeptFile) : undefined
}

const TEXTS = ['owner', 'url', 'skill', 'server', 'issuer']

function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
