/** The extensions of an X.509 certificate that decide what it may be used for (RFC 5280, 4.2). */

import { type DerElement, readChildren, readElement } from './der.js'

export interface CertificateExtensions {
  readonly isAuthority: boolean
  /** How many authorities may follow below it; undefined if there is no limit. */
  readonly pathLength?: number
  /** Undefined if the certificate does not say. */
  readonly keyUsage?: { readonly signs: boolean; readonly signsCertificates: boolean }
  /** Whether code signing is among its extended usages; undefined if the certificate does not say. */
  readonly isForCode?: boolean
  /** False if its signature uses MD5, SHA-1 or an algorithm that is not known. */
  readonly isSoundlySigned: boolean
  /** True if it has a critical extension, or a limit on names, that is not checked here. */
  readonly hasUnchecked: boolean
}

/** In hexadecimal, as DER encodes them. */
const BASIC_CONSTRAINTS = '551d13'
const KEY_USAGE = '551d0f'
const EXTENDED_KEY_USAGE = '551d25'
const NAME_CONSTRAINTS = '551d1e'
const CODE_SIGNING = '2b06010505070303'
const ANY_USAGE = '551d2500'
/** RSA and ECDSA with SHA-256, SHA-384 and SHA-512, and Ed25519. */
const SOUND: ReadonlySet<string> = new Set([
  '2a864886f70d01010b',
  '2a864886f70d01010c',
  '2a864886f70d01010d',
  '2a8648ce3d040302',
  '2a8648ce3d040303',
  '2a8648ce3d040304',
  '2b6570',
])
/** Extensions that say nothing about what the certificate may be used for. */
const HARMLESS: ReadonlySet<string> = new Set(['551d0e', '551d23', '551d11'])

const [BOOLEAN, INTEGER, BIT_STRING, OCTET_STRING, OID, SEQUENCE] = [0x01, 0x02, 0x03, 0x04, 0x06, 0x30]
const EXTENSIONS = 0xa3

/** Reads the extensions of a certificate in DER; undefined if they are not well formed. */
export function readExtensions(certificate: Uint8Array): CertificateExtensions | undefined {
  const whole = readElement(certificate, 0)
  if (whole?.tag !== SEQUENCE || whole.end !== certificate.length) return undefined
  const [body, algorithm] = readChildren(whole.content) ?? []
  if (body?.tag !== SEQUENCE || algorithm?.tag !== SEQUENCE) return undefined
  const fields = readChildren(body.content)
  const identifier = readChildren(algorithm.content)?.[0]
  if (fields === undefined || identifier?.tag !== OID) return undefined
  const isSoundlySigned = SOUND.has(toHex(identifier.content))
  const listed = listExtensions(fields)
  return listed && judgeExtensions(listed, isSoundlySigned)
}

interface Extension {
  readonly id: string
  readonly isCritical: boolean
  readonly content: Uint8Array
}

function listExtensions(fields: readonly DerElement[]): readonly Extension[] | undefined {
  const field = fields.find(({ tag }) => tag === EXTENSIONS)
  if (field === undefined) return []
  const list = readElement(field.content, 0)
  const entries = list?.tag === SEQUENCE ? readChildren(list.content) : undefined
  const extensions = entries?.map(readExtension)
  if (extensions === undefined || !extensions.every((extension) => extension !== undefined)) return undefined
  // A second extension of one kind is forbidden, and programs differ in which they read.
  return new Set(extensions.map(({ id }) => id)).size === extensions.length ? extensions : undefined
}

function readExtension({ tag, content }: DerElement): Extension | undefined {
  const parts = tag === SEQUENCE ? readChildren(content) : undefined
  const [id, ...rest] = parts ?? []
  const value = rest.at(-1)
  if (id?.tag !== OID || value?.tag !== OCTET_STRING || rest.length > 2) return undefined
  const flag = rest.length === 2 ? rest[0] : undefined
  if (flag !== undefined && flag.tag !== BOOLEAN) return undefined
  return { id: toHex(id.content), isCritical: flag !== undefined && flag.content[0] !== 0, content: value.content }
}

function judgeExtensions(
  extensions: readonly Extension[],
  isSoundlySigned: boolean,
): CertificateExtensions | undefined {
  const find = (wanted: string) => extensions.find(({ id }) => id === wanted)?.content
  const authority = readAuthority(find(BASIC_CONSTRAINTS))
  const usage = readUsage(find(KEY_USAGE))
  const purposes = readPurposes(find(EXTENDED_KEY_USAGE))
  if (authority === undefined || usage === undefined || purposes === undefined) return undefined
  const checked = new Set([BASIC_CONSTRAINTS, KEY_USAGE, EXTENDED_KEY_USAGE, ...HARMLESS])
  const hasUnchecked = extensions.some(
    ({ id, isCritical }) => id === NAME_CONSTRAINTS || (isCritical && !checked.has(id)),
  )
  return { ...authority, ...usage, ...purposes, isSoundlySigned, hasUnchecked }
}

function readAuthority(
  content: Uint8Array | undefined,
): Pick<CertificateExtensions, 'isAuthority' | 'pathLength'> | undefined {
  if (content === undefined) return { isAuthority: false }
  const value = readElement(content, 0)
  const parts = value?.tag === SEQUENCE ? readChildren(value.content) : undefined
  if (parts === undefined) return undefined
  const isAuthority = parts.some(({ tag, content: [byte = 0] }) => tag === BOOLEAN && byte !== 0)
  const limit = parts.find(({ tag }) => tag === INTEGER)?.content
  if (limit === undefined) return { isAuthority }
  // A chain is far shorter than 128 certificates, so a longer number is no limit and a negative one is invalid.
  const [first = 0x80] = limit
  if (first >= 0x80) return undefined
  return limit.length === 1 ? { isAuthority, pathLength: first } : { isAuthority }
}

function readUsage(content: Uint8Array | undefined): Pick<CertificateExtensions, 'keyUsage'> | undefined {
  if (content === undefined) return {}
  const value = readElement(content, 0)
  if (value?.tag !== BIT_STRING) return undefined
  const [, bits = 0] = value.content
  return { keyUsage: { signs: (bits & 0x80) !== 0, signsCertificates: (bits & 0x04) !== 0 } }
}

function readPurposes(content: Uint8Array | undefined): Pick<CertificateExtensions, 'isForCode'> | undefined {
  if (content === undefined) return {}
  const value = readElement(content, 0)
  const parts = value?.tag === SEQUENCE ? readChildren(value.content) : undefined
  if (parts === undefined) return undefined
  const purposes = parts.map((part) => toHex(part.content))
  return { isForCode: purposes.includes(CODE_SIGNING) || purposes.includes(ANY_USAGE) }
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
