/** Whether the signature in a skill's directory still covers its files, so that an author hears it before a publication does. */

import { join } from 'node:path'
import { MOST_SIGNATURE_BYTES, SIGNATURE_FILE } from '../gate/signature/read-bundle.js'
import type { SignatureProblem } from '../gate/signature/signature-problem.js'
import { isGitFile } from '../gate/signature/unsigned-files.js'
import { type Result, succeed } from '../skill/failure.js'
import { isLeftOut } from '../sources/tree/left-out.js'
import { guardFiles } from '../store/guard.js'
import { checkArriving, findUnfit, NO_SIGNERS } from '../store/signatures/signature-policy.js'
import { isFile } from '../system/files/files.js'
import { readTree } from '../system/skill-files/tree-digest.js'

export interface FolderSignature {
  readonly isSigned: boolean
  /** Why every client that checks it would refuse it; undefined if it covers the files. */
  readonly problem?: SignatureProblem | undefined
}

export function checkFolderSignature(directory: string, now: Date): Promise<Result<FolderSignature>> {
  return guardFiles<FolderSignature>(`Reading ${directory}`, async () => {
    if (!isFile(join(directory, SIGNATURE_FILE))) return succeed({ isSigned: false })
    let signature: Uint8Array | undefined
    const files = await readTree(directory, {
      largest: MOST_SIGNATURE_BYTES,
      take: ({ path }, bytes) => {
        if (path === SIGNATURE_FILE) signature = bytes
      },
      isWanted: (path, isFolder) => !(isFolder && isGitFile(path)) && !isLeftOut(path, false),
    })
    return succeed({
      isSigned: true,
      problem: findUnfit(checkArriving({ files, signature }, NO_SIGNERS, { now }), false),
    })
  })
}
