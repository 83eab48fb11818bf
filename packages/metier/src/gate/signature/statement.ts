/** The signed statement: the files of a skill with a digest of each (in-toto 1, OpenSSF Model Signing 1.0). */

import { isRecord } from '../../skill/unknown-value.js'
import { checkEntryPath } from '../entry-path.js'
import { parseJson } from './read-bundle.js'
import { problemWith, type SignatureResult } from './signature-problem.js'

/** A file as a signature names it. */
export interface SignedFile {
  /** Relative, with forward slashes. */
  readonly path: string
  /** In hexadecimal. */
  readonly sha256: string
}

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
const PREDICATE_TYPE = 'https://model_signing/signature/v1.0'
const HASH = 'sha256'
const MOST_FILES = 20_000
const DIGEST = /^[0-9a-f]{64}$/
/** A signature of one file calls it so in bundles before 1.1. */
const WHOLE = '.'

type Sha256 = (bytes: Uint8Array) => string

/** The statement about these files, as it is signed. The same files always give the same text. */
export function composeStatement(
  name: string,
  files: readonly SignedFile[],
  ignoredPaths: readonly string[],
  sha256: Sha256,
): string {
  const sorted = files.toSorted((a, b) => compareCodePoints(a.path, b.path))
  const statement = {
    _type: STATEMENT_TYPE,
    subject: [{ name, digest: { sha256: digestAll(sorted, sha256) } }],
    predicateType: PREDICATE_TYPE,
    predicate: {
      serialization: { method: 'files', hash_type: HASH, allow_symlinks: false, ignore_paths: ignoredPaths },
      resources: sorted.map((file) => ({ name: file.path, algorithm: HASH, digest: file.sha256 })),
    },
  }
  return JSON.stringify(statement)
}

/** The signed files. The paths that the signer ignored are not read: they decide nothing here. */
export function readStatement(payload: Uint8Array, sha256: Sha256): SignatureResult<readonly SignedFile[]> {
  const value = parseJson(payload)
  if (!isRecord(value)) return problemWith('signature_malformed', 'payload')
  if (value._type !== STATEMENT_TYPE) return problemWith('format_unsupported', '_type')
  if (value.predicateType !== PREDICATE_TYPE) return problemWith('format_unsupported', 'predicateType')
  const { predicate } = value
  if (!isRecord(predicate)) return problemWith('signature_malformed', 'predicate')
  const unsupported = checkSerialization(predicate.serialization)
  if (unsupported !== undefined) return unsupported
  const files = readFiles(predicate.resources)
  if ('problem' in files) return files
  if (subjectOf(value.subject) !== digestAll(files.value, sha256)) return problemWith('signature_malformed', 'subject')
  return files
}

function checkSerialization(value: unknown) {
  if (!isRecord(value)) return problemWith('signature_malformed', 'serialization')
  if (value.method !== 'files') return problemWith('format_unsupported', 'serialization.method')
  return value.hash_type === HASH ? undefined : problemWith('format_unsupported', 'serialization.hash_type')
}

function readFiles(value: unknown): SignatureResult<readonly SignedFile[]> {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= MOST_FILES
  if (!isList) return problemWith('signature_malformed', 'resources')
  const files: SignedFile[] = []
  for (const resource of value as readonly unknown[]) {
    const file = readFile(resource, value.length)
    if ('problem' in file) return file
    files.push(file.value)
  }
  const isDistinct = new Set(files.map(({ path }) => path)).size === files.length
  return isDistinct ? { value: files } : problemWith('signature_malformed', 'resources.name')
}

function readFile(resource: unknown, count: number): SignatureResult<SignedFile> {
  if (!isRecord(resource)) return problemWith('signature_malformed', 'resources')
  const { name, algorithm, digest } = resource
  if (algorithm !== HASH) return problemWith('format_unsupported', 'resources.algorithm')
  if (typeof digest !== 'string' || !DIGEST.test(digest)) return problemWith('signature_malformed', 'resources.digest')
  if (!isFileName(name, count)) return problemWith('signature_malformed', 'resources.name')
  return { value: { path: name, sha256: digest } }
}

function isFileName(name: unknown, count: number): name is string {
  return typeof name === 'string' && (checkEntryPath(name) === undefined || (name === WHOLE && count === 1))
}

function subjectOf(subject: unknown): unknown {
  const [first, ...others] = Array.isArray(subject) ? (subject as readonly unknown[]) : []
  const digest = isRecord(first) && others.length === 0 ? first.digest : undefined
  return isRecord(digest) ? digest.sha256 : undefined
}

/** SHA-256 over the digests of the files, one after the other. */
function digestAll(files: readonly SignedFile[], sha256: Sha256): string {
  const bytes = new Uint8Array(files.length * 32)
  for (const [at, file] of files.entries()) {
    for (let index = 0; index < 32; index++) {
      bytes[at * 32 + index] = Number.parseInt(file.sha256.slice(index * 2, index * 2 + 2), 16)
    }
  }
  return sha256(bytes)
}

/** The order of code points, which differs from the order of UTF-16 in rare letters. */
function compareCodePoints(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  const at = left.findIndex((letter, index) => letter !== right[index])
  if (at < 0) return left.length - right.length
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1)
}
