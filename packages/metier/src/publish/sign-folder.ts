/** Signs a skill's directory and writes the signature file next to SKILL.md. */

import { join, resolve } from 'node:path'
import { checkEntryPath } from '../gate/entry-path.js'
import { SIGNATURE_FILE } from '../gate/signature/read-bundle.js'
import type { CertificateFacts } from '../gate/signature/signature-crypto.js'
import { describeSignatureProblem, SIGNATURE_PROBLEMS } from '../gate/signature/signature-problem.js'
import { isGitFile } from '../gate/signature/unsigned-files.js'
import { type Signer, verifySignature } from '../gate/signature/verify-signature.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { guardFiles } from '../store/guard.js'
import { createDurableFiles } from '../system/files/durable-files.js'
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
}

/** Writes the signature file at once, or changes nothing. */
export function signFolder(directory: string, signing: FolderSignatureRequest): Promise<Result<SignedFolder>> {
  return guardFiles(`Signing ${directory}`, async () => {
    const all = await readTree(resolve(directory), { signal: signing.signal, isWanted })
    const leftOut = all.map(({ path }) => path).filter(isGitFile)
    const files = all.filter(({ path }) => path !== SIGNATURE_FILE && !isGitFile(path))
    const odd = findOdd(directory, files)
    if (odd !== undefined) return odd
    const { key, certificates, name, now } = signing
    const [own] = certificates
    if (own !== undefined && own.key.fingerprint !== key.key.fingerprint) return fail('key_invalid', NOT_ITS_KEY)
    const text = signFiles({ name, files, key, certificates })
    // A signature that would be refused at an installation is not written.
    const checked = verifySignature({
      signature: new TextEncoder().encode(text),
      files,
      trusted: { keys: [key.key], certificates: [] },
      crypto: nodeSignatureCrypto,
      now: now.getTime(),
    })
    if (checked.status === 'invalid') {
      const { code } = checked.problem
      return fail('signature_invalid', describeSignatureProblem(checked.problem), [SIGNATURE_PROBLEMS[code].advice])
    }
    if (checked.status !== 'trusted') return fail('key_invalid', NOT_ITS_KEY)
    const path = join(directory, SIGNATURE_FILE)
    await createDurableFiles().replace(path, text, 0o644)
    return succeed({ path, files: files.length, leftOut, signer: checked.signer })
  })
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
  const link = files.find(({ mode }) => mode === 'link')
  if (link !== undefined) {
    return fail('skill_invalid', `'${link.path}' is not a regular file; a signed skill must not contain links`)
  }
  const path = files.find((file) => checkEntryPath(file.path) !== undefined)?.path
  return path === undefined
    ? undefined
    : fail('skill_invalid', `'${path}' is a path that no skill may have`, ['Rename or remove it'])
}
