/** The tokens of the hubs that the user logged in to: one file that only the user can read. */

import { chmodSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseUrl } from '../../skill/text/parse-url.js'
import { codeOf, isRecord } from '../../skill/unknown-value.js'
import { adviseOnDisk } from '../../system/files/disk-advice.js'
import { createDurableFiles } from '../../system/files/durable-files.js'
import { readSmallFileSync } from '../../system/files/small-file.js'
import { acquireLock } from '../../system/lock/advisory-lock.js'

/** A token, and whose it is. */
export interface KeptToken {
  readonly token: string
  readonly handle: string
}

/** By origin: `https://hub.example.com`. */
export type KeptTokens = ReadonlyMap<string, KeptToken>

const MOST_BYTES = 256 * 1024
const MOST_HUBS = 100
const PATIENCE_MILLISECONDS = 10_000

function tokensFileIn(home: string): string {
  return join(home, '.metier', 'credentials', 'hubs.json')
}

/** Whether a text can be sent as a token: printable ASCII without spaces. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{8,4096}$/.test(text)
}

/** Every token in the file; none if there is no file. */
export function readTokens(home: string): Result<KeptTokens> {
  const file = tokensFileIn(home)
  const reading = readSmallFileSync(file, MOST_BYTES)
  if (!('bytes' in reading)) {
    if (reading.refusal === 'missing') return succeed(new Map())
    return fail('system_error', `${file} cannot be read (${reading.code})`)
  }
  const hubs = parseTokens(reading.bytes.toString('utf8'))
  if (hubs !== undefined) return succeed(hubs)
  return fail('system_error', `${file} is damaged`, [`Remove ${file}, then log in again`])
}

function parseTokens(text: string): KeptTokens | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(value) || !isRecord(value.hubs)) return undefined
  return new Map(
    Object.entries(value.hubs).flatMap(([origin, kept]): readonly (readonly [string, KeptToken])[] => {
      const isOrigin = parseUrl(origin) !== undefined && new URL(origin).origin === origin
      if (!isOrigin || !isRecord(kept) || typeof kept.token !== 'string' || !isToken(kept.token)) return []
      return [[origin, { token: kept.token, handle: typeof kept.handle === 'string' ? kept.handle : '' }]]
    }),
  )
}

/** Keeps a token, in place of an earlier one for the same origin. Returns the file. */
export function keepToken(home: string, origin: string, kept: KeptToken): Promise<Result<string>> {
  return changeTokens(home, (hubs) => {
    const others = [...hubs].filter(([other]) => other !== origin)
    if (others.length >= MOST_HUBS) return fail('limit_exceeded', `There are ${others.length} logins already`)
    return succeed([...others, [origin, kept]])
  })
}

/** Forgets the tokens for some origins. Returns the file. */
export function forgetTokens(home: string, origins: readonly string[]): Promise<Result<string>> {
  return changeTokens(home, (hubs) => succeed([...hubs].filter(([origin]) => !origins.includes(origin))))
}

type ChangeTokens = (hubs: KeptTokens) => Result<readonly (readonly [string, KeptToken])[]>

/** One process at a time, so that no login is lost. */
async function changeTokens(home: string, change: ChangeTokens): Promise<Result<string>> {
  const file = tokensFileIn(home)
  const folder = dirname(file)
  const files = createDurableFiles()
  try {
    await files.makeFolder(folder, 0o700)
    chmodSync(folder, 0o700)
    const locking = await acquireLock(`${file}.lock`, { patience: PATIENCE_MILLISECONDS })
    if ('holder' in locking) return fail('system_error', `${file} is being changed by process ${locking.holder.pid}`)
    try {
      const known = readTokens(home)
      const hubs = known.ok ? change(known.value) : known
      if (!hubs.ok) return hubs
      const text = JSON.stringify({ version: 1, hubs: Object.fromEntries(hubs.value) }, null, 2)
      await files.replace(file, `${text}\n`, 0o600)
      return succeed(file)
    } finally {
      await locking.release()
    }
  } catch (error) {
    return fail(
      'system_error',
      `${file} cannot be written (${codeOf(error)})`,
      adviseOnDisk(codeOf(error), 'set HOME to another directory'),
    )
  }
}
