/** `metier trust key:URL`: shows the fingerprint of a hub's key, and trusts it only if the user says that it is the right one. */

import type { SkillDecisions } from '../../manager/skill-decisions.js'
import type { KeyTrustOutcome } from '../../manager/store-operations/signers/trust-key.js'
import type { Surroundings } from '../../manager/surroundings.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { HubAddress } from '../../sources/hub/hub-address.js'
import { type HubKey, openHub } from '../../sources/hub/hub-api.js'
import { parseTrustText } from '../../system/signatures/key-files.js'
import type { Context } from '../arguments/command.js'
import { askYesNo, canAsk } from '../terminal/ask.js'
import { findHub } from './named-hub.js'

export async function trustHubKey(
  word: string,
  fingerprint: string | undefined,
  decisions: SkillDecisions,
  surroundings: Pick<Surroundings, 'settings' | 'place'>,
  context: Context,
): Promise<KeyTrustOutcome> {
  const hub = findHub(word, surroundings)
  if (!hub.ok) return hub
  const keys = await openHub(hub.value, { home: surroundings.place.home, signal: context.signal }).getKeys()
  if (!keys.ok) return keys
  const key = chooseKey(keys.value, fingerprint, hub.value)
  if (!key.ok) return key
  const agreed = fingerprint === undefined ? await agree(key.value, hub.value, context) : succeed(undefined)
  return agreed.ok ? decisions.trustKeyText(key.value.publicKey, hub.value.host) : agreed
}

interface ReadKey {
  readonly publicKey: string
  /** Of the key itself: what the hub says about it does not count. */
  readonly fingerprint: string
  /** Other hashes of it, which signatures and tools for keys show. */
  readonly hints: readonly string[]
}

/** The key that signs now, or the one that the user names. A retired key may have been stolen, so it is not offered. */
function chooseKey(keys: readonly HubKey[], wanted: string | undefined, { host }: HubAddress): Result<ReadKey> {
  const read = keys.flatMap(({ publicKey, isRetired }) => {
    const parsed = parseTrustText(publicKey, host)
    if (!parsed.ok || parsed.value.kind !== 'key') return []
    const { fingerprint, hints } = parsed.value.key
    return [{ publicKey, isRetired, fingerprint, hints }]
  })
  const named = wanted?.toLowerCase().replace(/^sha256:/, '')
  const key = read.find(({ isRetired, hints }) => (named === undefined ? !isRetired : hints.includes(named)))
  if (key !== undefined) return succeed(key)
  if (wanted === undefined) return fail('key_invalid', `${host} has no key that signs skills`)
  return fail('key_invalid', `${host} has no key with this fingerprint`, [
    `Its keys: ${read.map(({ fingerprint }) => fingerprint).join(', ') || 'none'}`,
  ])
}

async function agree({ fingerprint }: ReadKey, { host, url }: HubAddress, { io }: Context): Promise<Result<undefined>> {
  const again = `metier trust ${quoteForShell(`key:${url}`)} --fingerprint ${fingerprint}`
  if (!canAsk(io)) {
    return fail('key_invalid', `The key of ${host} was not compared with its fingerprint`, [
      `If its administrator names the same one, run: ${again}`,
    ])
  }
  io.stderr.write(`${host} signs with ${fingerprint}\n`)
  io.stderr.write('Compare it with the fingerprint that its administrator gives you.\n')
  if (await askYesNo('Trust this key?', io)) return succeed(undefined)
  return fail('key_invalid', `The key of ${host} was not trusted`)
}
