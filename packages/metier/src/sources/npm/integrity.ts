/** Compares bytes with a digest in the form of Subresource Integrity. */

import { createHash, timingSafeEqual } from 'node:crypto'

/** Strongest first. SHA-1 and MD5 count as no digest: different bytes with the same one can be made. */
const ALGORITHMS = ['sha512', 'sha384', 'sha256'] as const

export type IntegrityCheck = 'matches' | 'differs' | 'missing'

/** Only the digests of the strongest algorithm count; one of them must match. */
export function checkIntegrity(bytes: Uint8Array, integrity: string | undefined): IntegrityCheck {
  const digests = (integrity ?? '').trim().split(/\s+/)
  for (const algorithm of ALGORITHMS) {
    const promised = digests.filter((digest) => digest.startsWith(`${algorithm}-`))
    if (promised.length === 0) continue
    const actual = createHash(algorithm).update(bytes).digest()
    return promised.some((digest) => isSame(actual, digest.slice(algorithm.length + 1))) ? 'matches' : 'differs'
  }
  return 'missing'
}

function isSame(actual: Buffer, promised: string): boolean {
  const [base64 = ''] = promised.split('?')
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length === actual.length && timingSafeEqual(bytes, actual)
}
