/** Keeps a scan from taking the encoded statement of a signature for encoded instructions. */

import type { BundleFile, GateTools } from '../bundle.js'
import { decodeText } from './base64.js'
import { COUNTERSIGNATURE_FILE, parseJson, readBundle, SIGNATURE_FILE } from './read-bundle.js'
import { readStatement } from './statement.js'
import { GIT_PATHS } from './unsigned-files.js'

/**
 * The texts to scan for the signature files at the top of a skill: without their statements, if those consist of the names
 * and digests of the skill's files. Anything else in a signature file is scanned like any text.
 */
export function hideStatements(bundle: readonly BundleFile[], { sha256 }: GateTools): ReadonlyMap<string, string> {
  const paths = new Set([...OWN_FILES, ...GIT_PATHS, ...bundle.map(({ path }) => path)])
  const hidden = bundle
    .filter(({ path }) => OWN_FILES.includes(path))
    .map(({ path, bytes }) => [path, hideStatement(bytes, paths, sha256)] as const)
  return new Map(hidden.filter((entry): entry is readonly [string, string] => entry[1] !== undefined))
}

const OWN_FILES: readonly string[] = [SIGNATURE_FILE, COUNTERSIGNATURE_FILE]

function hideStatement(bytes: Uint8Array, paths: ReadonlySet<string>, sha256: GateTools['sha256']): string | undefined {
  const bundle = readBundle(bytes)
  if ('problem' in bundle || !keysOf(bytes).every((key) => FIELDS.has(key))) return undefined
  const { payload } = bundle.value
  const isPlain = !('problem' in readStatement(payload, sha256)) && isListOf(payload, paths)
  return isPlain ? withoutPayload(bytes) : undefined
}

/** What a bundle may have. Only an agent would read another field. */
const FIELDS: ReadonlySet<string> = new Set([
  ...['mediaType', 'verificationMaterial', 'publicKey', 'hint', 'rawBytes', 'keyDetails', 'x509CertificateChain'],
  ...['certificates', 'tlogEntries', 'timestampVerificationData', 'dsseEnvelope', 'payload', 'payloadType'],
  ...['signatures', 'sig', 'keyid'],
])

/** Keys of the text, and not of what it is parsed to: of two equal keys, parsing ignores one. */
function keysOf(bytes: Uint8Array): readonly string[] {
  return matchesOf(bytes, /"([^"]*)"\s*:/g)
}

/** An empty text, which is never a key or a path, if there are escapes. */
function matchesOf(bytes: Uint8Array, pattern: RegExp): readonly string[] {
  const text = decodeText(bytes) ?? '\\'
  return text.includes('\\') ? [''] : [...text.matchAll(pattern)].map(([, match = '']) => match)
}

/** The keys of a statement, and the values that are always the same. */
const WORDS: ReadonlySet<string> = new Set([
  ...['_type', 'https://in-toto.io/Statement/v1', 'subject', 'name', 'digest', 'sha256', 'predicateType'],
  ...['https://model_signing/signature/v1.0', 'predicate', 'serialization', 'method', 'files', 'hash_type'],
  ...['allow_symlinks', 'ignore_paths', 'resources', 'algorithm', '.'],
])
const DIGEST = /^[0-9a-f]{64}$/
const NAME = /^\w[\w.-]{0,63}$/

/** Whether a statement consists of a name, paths of the skill and digests. */
function isListOf(payload: Uint8Array, paths: ReadonlySet<string>): boolean {
  const { subject } = parseJson(payload) as { readonly subject: readonly [{ readonly name: unknown }] }
  const [{ name }] = subject
  const isName = (text: string) => text === name && NAME.test(text)
  const isDigest = (text: string) => DIGEST.test(text) && !isReadable(text)
  const texts = matchesOf(payload, /"([^"]*)"/g)
  return texts.every((text) => WORDS.has(text) || paths.has(text) || isDigest(text) || isName(text))
}

/** A digest that spells a text was not computed. Of 32 random bytes, twelve are printable on average. */
function isReadable(digest: string): boolean {
  const bytes = digest.match(/../g) ?? []
  return bytes.filter((byte) => byte >= '20' && byte < '7f').length > 24
}

/** Of the same length, so that positions stay. */
function withoutPayload(bytes: Uint8Array): string | undefined {
  const { dsseEnvelope } = parseJson(bytes) as { readonly dsseEnvelope: { readonly payload: string } }
  const { payload } = dsseEnvelope
  return decodeText(bytes)?.replaceAll(`"${payload}"`, `"${'.'.repeat(payload.length)}"`)
}
