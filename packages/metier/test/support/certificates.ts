/** Makes X.509 certificates for tests: node:crypto reads them but cannot write them. */

import { Buffer } from 'node:buffer'
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export interface CertifiedKey {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  /** DER. */
  readonly certificate: Buffer
  readonly subject: string
}

export interface CertificateOptions {
  readonly subject: string
  /** Signs itself without one. */
  readonly issuer?: CertifiedKey
  readonly isAuthority?: boolean
  readonly pathLength?: number
  readonly keyUsage?: readonly ('digitalSignature' | 'keyCertSign')[] | undefined
  readonly purposes?: readonly ('codeSigning' | 'serverAuth')[]
  /** A P-256 key by default. */
  readonly keys?: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }
  readonly from?: Date
  readonly until?: Date
  /** More extensions, as identifier in hexadecimal, flag and content. */
  readonly further?: readonly (readonly [string, boolean, Buffer])[]
}

const OIDS = { codeSigning: '2b06010505070303', serverAuth: '2b06010505070301' }
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const RSA_SHA256 = sequence(oid('2a864886f70d01010b'), tagged(0x05, Buffer.of()))

/** A key with its certificate; by default one that may sign code. */
export function createCertified(options: CertificateOptions): CertifiedKey {
  const { subject, issuer, keys = generateKeyPairSync('ec', { namedCurve: 'P-256' }) } = options
  const { privateKey, publicKey } = keys
  const signer = issuer?.privateKey ?? privateKey
  const algorithm = signer.asymmetricKeyType === 'rsa' ? RSA_SHA256 : ECDSA_SHA256
  const body = sequence(
    tagged(0xa0, integer(2)),
    tagged(0x02, createHash('sha256').update(subject).digest().subarray(0, 8).fill(1, 0, 1)),
    algorithm,
    nameOf(issuer?.subject ?? subject),
    sequence(
      utcTime(options.from ?? new Date('2025-01-01T00:00:00Z')),
      utcTime(options.until ?? new Date('2045-01-01T00:00:00Z')),
    ),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensionsOf(options))),
  )
  const signature = sign('sha256', body, signer)
  const certificate = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.of(0), signature])))
  return { privateKey, publicKey, certificate, subject }
}

/** A root that may issue certificates. */
export function createAuthority(subject: string, more: Partial<CertificateOptions> = {}): CertifiedKey {
  return createCertified({ subject, isAuthority: true, keyUsage: ['keyCertSign'], purposes: [], ...more })
}

export function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function extensionsOf(options: CertificateOptions): readonly Buffer[] {
  const { isAuthority = false, pathLength, keyUsage = ['digitalSignature'], purposes = ['codeSigning'] } = options
  const bits = (keyUsage.includes('digitalSignature') ? 0x80 : 0) | (keyUsage.includes('keyCertSign') ? 0x04 : 0)
  const constraints = sequence(
    ...(isAuthority ? [tagged(0x01, Buffer.of(0xff))] : []),
    ...(pathLength === undefined ? [] : [integer(pathLength)]),
  )
  return [
    extension('551d13', true, constraints),
    ...('keyUsage' in options && options.keyUsage === undefined
      ? []
      : [extension('551d0f', true, tagged(0x03, Buffer.of(2, bits)))]),
    ...(purposes.length === 0
      ? []
      : [extension('551d25', false, sequence(...purposes.map((name) => oid(OIDS[name]))))]),
    ...(options.further ?? []).map(([id, isCritical, content]) => extension(id, isCritical, content)),
  ]
}

function extension(id: string, isCritical: boolean, content: Buffer): Buffer {
  return sequence(oid(id), ...(isCritical ? [tagged(0x01, Buffer.of(0xff))] : []), tagged(0x04, content))
}

function nameOf(subject: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(subject)))))
}

function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(2, 14)
  return tagged(0x17, Buffer.from(`${digits}Z`))
}

function integer(value: number): Buffer {
  return tagged(0x02, Buffer.of(value))
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'))
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}
