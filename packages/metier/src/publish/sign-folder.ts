/** Signs a skill's directory and writes the signature file next to SKILL.md. */

import { join, resolve } from 'node:path'
import { ARCHIVE_LIMITS } from '../gate/archive/archive.js'
import { checkEntryPath } from '../gate/entry-path.js'
import { COUNTERSIGNATURE_FILE, MOST_SIGNATURE_BYTES, SIGNATURE_FILE } from '../gate/signature/read-bundle.js'
import type { CertificateFacts } from '../gate/signature/signature-crypto.js'
import {
  describeSignatureProblem,
  SIGNATURE_PROBLEMS,
  type SignatureCode,
  type SignatureProblem,
} from '../gate/signature/signature-problem.js'
import { isGitFile } from '../gate/signature/unsigned-files.js'
import { type Signer, verifySignature } from '../gate/signature/verify-signature.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { guardFiles } from '../store/guard.js'
import { createDurableFiles } from '../system/files/durable-files.js'
import { isFolder } from '../system/files/files.js'
import { readSmallFile } from '../system/files/small-file.js'
import type { SigningKey } from '../system/signatures/key-files.js'
import { nodeSignatureCrypto } from '../system/signatures/node-signature-crypto.js'
import { readTree, type TreeFile } from '../system/skill-files/tree-digest.js'
import { signFiles } from './sign.js'

export interface FolderSignatureRequest {
  readonly key: SigningKey
  readonly certificates: readonly CertificateFacts[]
  readonly name: string
  readonly now: Date
  readonly signal?: AbortSignal
}

/** A signed directory. */
export interface SignedFolder {
  /** The signature file. */
  readonly path: string
  readonly files: number
  /** Files of git, which the signature does not cover. */
  readonly leftOut: readonly string[]
  readonly signer: Signer
  /** True if the same key signed the same files before, and nothing was written. */
  readonly isUnchanged: boolean
}

const OWN_FILES: ReadonlySet<string> = new Set([SIGNATURE_FILE, COUNTERSIGNATURE_FILE])

/** Writes the signature file at once, or changes nothing. */
export function signFolder(directory: string, signing: FolderSignatureRequest): Promise<Result<SignedFolder>> {
  return guardFiles(`Signing ${directory}`, async () => {
    if (!isFolder(directory)) return fail('skill_invalid', `${directory} is not a directory`)
    const all = await readTree(resolve(directory), { signal: signing.signal, isWanted })
    const leftOut = all.map(({ path }) => path).filter(isGitFile)
    const files = all.filter(({ path }) => !OWN_FILES.has(path) && !isGitFile(path))
    const odd = findOdd(directory, files)
    if (odd !== undefined) return odd
    const signed = signAndCheck(files, signing)
    if (!signed.ok) return signed
    const { text, signer } = signed.value
    const path = join(directory, SIGNATURE_FILE)
    const isLink = all.some((file) => file.path === SIGNATURE_FILE && file.mode === 'link')
    const before = isLink ? undefined : await readSignature(path)
    // Signatures with elliptic keys differ each time, and a published version must not change.
    const isUnchanged = before !== undefined && isSameStatement(before, text) && signed.value.isValid(before)
    if (!isUnchanged) await writeSignature(directory, text)
    return succeed({ path, files: files.length, leftOut, signer, isUnchanged })
  })
}

async function writeSignature(directory: string, text: string): Promise<void> {
  const files = createDurableFiles()
  await files.replace(join(directory, SIGNATURE_FILE), text, 0o644)
  // It covers the signature before this one.
  await files.discard(join(directory, COUNTERSIGNATURE_FILE))
}

interface CheckedSignature {
  readonly text: string
  readonly signer: Signer
  /** Whether another text is a valid signature of these files by this key. */
  readonly isValid: (text: string) => boolean
}

/** A signature that would be refused at an installation is not given. */
function signAndCheck(files: readonly TreeFile[], signing: FolderSignatureRequest): Result<CheckedSignature> {
  const { key, certificates, name, now } = signing
  const [own] = certificates
  if (own !== undefined && own.key.fingerprint !== key.key.fingerprint) return fail('key_invalid', NOT_ITS_KEY)
  const check = (text: string) =>
    verifySignature({
      signature: new TextEncoder().encode(text),
      files,
      trusted: { keys: [key.key], certificates: [] },
      crypto: nodeSignatureCrypto,
      now: now.getTime(),
    })
  const text = signFiles({ name, files, key, certificates })
  const checked = check(text)
  if (checked.status === 'invalid') return refuseProblem(checked.problem)
  if (checked.status !== 'trusted') return fail('key_invalid', NOT_ITS_KEY)
  return succeed({ text, signer: checked.signer, isValid: (other) => check(other).status === 'trusted' })
}

async function readSignature(path: string): Promise<string | undefined> {
  const reading = await readSmallFile(path, MOST_SIGNATURE_BYTES)
  return 'bytes' in reading ? reading.bytes.toString('utf8') : undefined
}

/** The same files, signer and certificates: only the value of the signature and the name of its key may differ. */
function isSameStatement(one: string, other: string): boolean {
  const statementOf = (text: string) => text.replace(/"sig":"[^"]*","keyid":"[^"]*"/, '')
  return statementOf(one) === statementOf(other)
}

/** The publisher reads it, not a user. */
const ADVICE: Partial<Record<SignatureCode, string>> = {
  certificate_expired: 'Sign with a certificate that is valid today',
  certificate_malformed: 'Pass X.509 certificates in PEM',
  certificate_chain: "Pass the key's certificate first, then the one that issued it, up to the root",
  certificate_usage: 'Use a certificate for digital signatures and code signing, issued by a certificate authority',
}

function refuseProblem(problem: SignatureProblem) {
  const advice = ADVICE[problem.code] ?? SIGNATURE_PROBLEMS[problem.code].advice
  return fail('signature_invalid', describeSignatureProblem(problem), [advice])
}

/** Does not walk through a repository's history. */
function isWanted(path: string, isFolder: boolean): boolean {
  return !(isFolder && isGitFile(path))
}

const NOT_ITS_KEY = 'The first certificate does not belong to the key'
const MAIN_FILE = /^skills?\.md$/i

function findOdd(directory: string, files: readonly TreeFile[]) {
  if (!files.some(({ path }) => MAIN_FILE.test(path))) {
    return fail('skill_invalid', `${directory} has no SKILL.md`, ["Name a skill's own directory"])
  }
  if (files.length > ARCHIVE_LIMITS.entries) {
    return fail(
      'limit_exceeded',
      `${directory} has more than ${ARCHIVE_LIMITS.entries} files, which cannot be installed`,
    )
  }
  const link = files.find(({ mode }) => mode === 'link')
  if (link !== undefined) {
    return fail('skill_invalid', `'${link.path}' is not a regular file; a signed skill must not contain links`)
  }
  const path = files.find((file) => checkEntryPath(file.path) !== undefined)?.path
  return path === undefined
    ? undefined
    : fail('skill_invalid', `'${path}' is a path that no skill may have`, ['Rename or remove it'])
}
