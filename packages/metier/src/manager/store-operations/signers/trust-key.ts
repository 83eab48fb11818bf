/** Changes the signers that the user trusts. Only the user's own configuration counts. */

import { Buffer } from 'node:buffer'
import { basename } from 'node:path'
import { type Failure, fail, type Result, succeed } from '../../../skill/failure.js'
import { isFile } from '../../../system/files/files.js'
import { parseTrustText, readTrustFile, type TrustFile } from '../../../system/signatures/key-files.js'
import { storeTrustedKeys } from '../../settings/configuration-store.js'
import {
  isTrustedKeySetting,
  type SignatureSettings,
  type TrustedKeySetting,
} from '../../settings/signature-settings.js'
import type { StoreHost } from '../store-host.js'
import { fingerprintOf, type KnownSigner, readSigner } from './trusted-signers.js'

/** A trusted signer as it is listed. */
export interface TrustedKey {
  readonly fingerprint: string
  readonly kind: 'key' | 'certificate'
  readonly name: string
  /** Of a certificate. */
  readonly subject?: string
}

/** The signer that was added or removed, or why nothing changed. */
export type KeyTrustOutcome =
  | {
      readonly ok: true
      readonly isTrusted: boolean
      readonly key: TrustedKey
      readonly trustedKeys: readonly TrustedKey[]
    }
  | { readonly ok: false; readonly failure: Failure }

/** Lists the trusted signers of the settings. */
export function listTrustedKeys({ trustedKeys }: Pick<SignatureSettings, 'trustedKeys'>): readonly TrustedKey[] {
  return trustedKeys.flatMap((setting) => {
    const signer = readSigner(setting)
    return signer === undefined ? [] : [describeSigner(signer)]
  })
}

/** Adds the public key or certificate of a file to the trusted signers. */
export async function trustKey(host: StoreHost, path: string): Promise<KeyTrustOutcome> {
  const read = await readTrustFile(path)
  return read.ok ? addSigner(host, { ...read.value, name: basename(path) }) : read
}

/** Adds a public key that was shown to the user, under a name. */
export async function trustKeyText(host: StoreHost, pem: string, name: string): Promise<KeyTrustOutcome> {
  const read = parseTrustText(pem, name)
  return read.ok ? addSigner(host, { ...read.value, name }) : read
}

function addSigner(host: StoreHost, signer: KnownSigner): Promise<KeyTrustOutcome> {
  const isOther = (setting: unknown) => !isSameSigner(setting, signer) && !isDamaged(setting, signer)
  return changeKeys(host, signer, true, (keys) => [...keys.filter(isOther), toSetting(signer)])
}

/** Removes a signer, named by its file, its fingerprint or the beginning of it. */
export async function untrustKey(host: StoreHost, word: string, path: string): Promise<KeyTrustOutcome> {
  const found = await findTrusted(host, word, path)
  if (!found.ok) return found
  const signer = found.value
  return changeKeys(host, signer, false, (keys) => keys.filter((setting) => !isSameSigner(setting, signer)))
}

async function changeKeys(
  host: StoreHost,
  signer: KnownSigner,
  isTrusted: boolean,
  change: (keys: readonly unknown[]) => readonly unknown[],
): Promise<KeyTrustOutcome> {
  const { file } = host.readSettings()
  if (file === undefined) {
    return fail('system_error', 'The configuration is not a file, so no key can be added to it or removed')
  }
  const stored = await storeTrustedKeys(file, change)
  if (!stored.ok) return stored
  return { ok: true, isTrusted, key: describeSigner(signer), trustedKeys: listTrustedKeys(host.readSettings()) }
}

const SHORTEST = 8

async function findTrusted(host: StoreHost, word: string, path: string): Promise<Result<KnownSigner>> {
  const signers = host.readSettings().trustedKeys.flatMap((setting) => readSigner(setting) ?? [])
  const file = isFile(path) ? await readTrustFile(path) : undefined
  if (file?.ok === false) return file
  const wanted =
    file === undefined ? word.replace(/^sha256:/, '') : fingerprintOfFile(file.value).slice('sha256:'.length)
  const meant = signers.filter(
    (signer) => wanted.length >= SHORTEST && fingerprintOf(signer).slice('sha256:'.length).startsWith(wanted),
  )
  const [first, ...others] = meant
  if (first === undefined) return fail('key_invalid', `'${word}' is not a trusted key`)
  if (others.length === 0) return succeed(first)
  return fail('key_invalid', `'${word}' means ${meant.length} trusted keys`, ['Give more of the fingerprint'])
}

function isSameSigner(setting: unknown, signer: KnownSigner): boolean {
  const known = isTrustedKeySetting(setting) ? readSigner(setting) : undefined
  return known?.kind === signer.kind && fingerprintOf(known) === fingerprintOf(signer)
}

/** An entry that was this signer's, by its name, and cannot be read any more. */
function isDamaged(setting: unknown, { name }: KnownSigner): boolean {
  return isTrustedKeySetting(setting) && setting.name === name && readSigner(setting) === undefined
}

function fingerprintOfFile(file: TrustFile): string {
  return file.kind === 'key' ? file.key.fingerprint : file.certificate.key.fingerprint
}

function toSetting(signer: KnownSigner): TrustedKeySetting {
  const der = signer.kind === 'key' ? signer.key.spki : signer.certificate.raw
  return { name: signer.name, key: Buffer.from(der).toString('base64') }
}

function describeSigner(signer: KnownSigner): TrustedKey {
  const { kind, name } = signer
  const fingerprint = fingerprintOf(signer)
  if (signer.kind === 'key') return { fingerprint, kind, name }
  return { fingerprint, kind, name, subject: signer.certificate.subject }
}
