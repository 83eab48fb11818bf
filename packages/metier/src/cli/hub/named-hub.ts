/** The hub that a command names, and the token for it. */

import type { Surroundings } from '../../manager/surroundings.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseUrl } from '../../skill/text/parse-url.js'
import { type HubAddress, parseHubAddress } from '../../sources/hub/hub-address.js'
import { isToken, readTokens } from '../../sources/hub/kept-tokens.js'
import { parseSourceReference } from '../../sources/reference.js'
import { readTokenVariable } from '../../system/http/server-token.js'
import { type CommandOutcome, refuse } from '../arguments/command.js'

export function findHub(word: string, { settings }: Pick<Surroundings, 'settings'>): Result<HubAddress> {
  return parseHubAddress(word, { registries: settings.registries })
}

/** The token in METIER_TOKEN; undefined if it is not set. */
export function readVariableToken(): Result<string | undefined> {
  const value = readTokenVariable()?.trim()
  if (value === undefined || value === '') return succeed(undefined)
  return checkToken(value, 'METIER_TOKEN')
}

/** A token as it was given; `origin` says where. */
export function checkToken(text: string, origin: string): Result<string> {
  if (isToken(text)) return succeed(text)
  return fail('source_unavailable', `${origin} is not a token: use 8 or more printable characters without spaces`)
}

/** METIER_TOKEN for a source that is named in a command, if that is a registry with an address. */
export function tokenForSource(
  source: string,
  { settings }: Pick<Surroundings, 'settings'>,
): { readonly origin: string; readonly value: string } | undefined {
  const token = readVariableToken()
  if (!token.ok || token.value === undefined) return undefined
  const written = /^https?:/i.test(source) ? `clawhub+${source}` : source
  const reference = parseSourceReference(written, { registries: settings.registries })
  if (!reference.ok || reference.value.kind !== 'clawhub' || parseUrl(reference.value.location) === undefined)
    return undefined
  return { origin: new URL(reference.value.location).origin, value: token.value }
}

/** The address of the hub that a recorded source names, if the user has no token for it. */
export function findUnknownHub(
  source: string,
  { settings, place }: Pick<Surroundings, 'settings' | 'place'>,
): string | undefined {
  const reference = parseSourceReference(source, { registries: settings.registries })
  if (!reference.ok || reference.value.kind !== 'clawhub' || parseUrl(reference.value.location) === undefined)
    return undefined
  const { origin } = new URL(reference.value.location)
  const kept = place.home === undefined ? undefined : readTokens(place.home)
  return kept?.ok === true && kept.value.has(origin) ? undefined : origin
}

export const NO_HOME = 'the home directory is unknown, so no token can be kept'

export function refuseHub({ failure }: Extract<Result<never>, { readonly ok: false }>): CommandOutcome {
  const { message, suggestions, code } = failure
  return refuse(message, suggestions, { error: message, code })
}
