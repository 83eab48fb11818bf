/** The settings about signatures of skills. */

import { isRecord } from '../../skill/unknown-value.js'
import type { Configuration } from './configuration.js'

/** A signer that the user trusts. */
export interface TrustedKeySetting {
  readonly name?: string
  /** A public key or a root certificate: DER in base64. */
  readonly key: string
}

export interface SignatureSettings {
  readonly trustedKeys: readonly TrustedKeySetting[]
  /** Sources whose skills need a trusted signer: the user's and the project's. */
  readonly requireSignature: readonly string[]
}

/** Stands for all sources in `requireSignature`. */
export const EVERY_SOURCE = '*'

/** Trusts the user's signers only; a project can require signatures of more sources. */
export function mergeSignatureSettings(own: Configuration, shared: Configuration): SignatureSettings {
  const required = [own, shared].flatMap(({ skills }) => skills?.requireSignature ?? [])
  return { trustedKeys: own.skills?.trustedKeys ?? [], requireSignature: [...new Set(required)] }
}

export function isTrustedKeySetting(value: unknown): value is TrustedKeySetting {
  return isRecord(value) && typeof (value.name ?? '') === 'string' && typeof value.key === 'string'
}

/** What the settings must be, and what holds if they are not. */
export const SIGNATURE_SHAPES = {
  trustedKeys: {
    what: 'a list of { name, key }',
    isRight: (value: unknown) => Array.isArray(value) && value.every(isTrustedKeySetting),
    // One error must not hide the other keys.
    rightPart: (value: unknown) => (Array.isArray(value) ? value.filter(isTrustedKeySetting) : undefined),
  },
  requireSignature: {
    what: 'a list of strings',
    isRight: (value: unknown) => Array.isArray(value) && value.every((source) => typeof source === 'string'),
    // An error must not lift a requirement, so it applies to every source.
    rightPart: () => [EVERY_SOURCE],
  },
}
