/** Calls that reach other machines: what they send, and that their result came from there. */

import { findAddresses, readAddress, type WebAddress } from '../../facts/address.js'
import { secretStoreIn } from '../../facts/secrets.js'
import { isForeignTo } from '../../facts/vendors.js'
import type { Method } from '../member.js'
import { addTo, allTaints, isCell } from '../objects.js'
import { carrier, HOLE, mergeTaints, referenceValue, type Taint, UNKNOWN, type Value } from '../value.js'
import { type CallContext, type KnownCall, note } from './call-context.js'

const HEADER_FIELDS = ['headers', 'auth', 'env']

/** The answer to a request; what it carries along is recorded. */
export function send({ reference, callee, given, at }: KnownCall, context: CallContext): Value {
  const places = given.flatMap(placesIn)
  const target = places.find(({ text }) => isAddress(text ?? '')) ?? (RESOLVES.test(reference) ? given[0] : undefined)
  const to = target?.text ?? connectedTo(callee) ?? given.filter(isRequest).map(connectedTo).find(Boolean)
  const address = to === undefined ? undefined : (findAddresses(to)[0] ?? readAddress(to.replaceAll(HOLE, 'x')))
  const on = (callee.callable as Method | undefined)?.on
  const headers = [on, ...given].flatMap((value) => HEADER_FIELDS.flatMap((name) => value?.fields?.get(name) ?? []))
  const sent = given.flatMap((value) => sentParts(value, headers))
  const kept = mergeTaints(headers.map((header) => carrier(allTaints(header))))
    .filter((taint) => isOddInHeader(taint, address))
    .map((taint) => ({ ...taint, isLogin: true }))
  const own = callee.taints.filter((taint) => isSentByCallee(reference, taint, address))
  const taints = mergeTaints([...sent, ...uploaded(reference, given, at), carrier(kept), carrier(own)])
  const isInAddress = (target?.taints.length ?? 0) > 0 || (to === undefined && isComputed(reference, given[0]))
  const saved = reference.endsWith('urlretrieve') ? given[1]?.text : undefined
  context.files.write(saved, [{ kind: 'download', name: to ?? '', at }])
  note(context, { sink: 'send', taints, target: to, at, via: reference, isInAddress })
  return referenceValue(`${reference}()`, undefined, [{ kind: 'download', name: to ?? '', at }])
}

const RESOLVES = /(?:^|\.)(?:gethostbyname\w{0,4}|getaddrinfo|resolve\w{0,6}|lookup|query)$/

/** A request that was made before and is sent now: `urlopen(request)`. */
function isRequest({ reference }: Value): boolean {
  return reference?.endsWith('Request()') === true
}

/** An address that only the running script knows, made from what it decodes. */
function isComputed(reference: string, first: Value | undefined): boolean {
  if (first?.text?.includes('.') === true || first?.fields !== undefined) return false
  return !SENDS_FIRST.test(reference) && first?.taints.some(({ kind }) => kind === 'decoded') === true
}

/** Methods of a connection: what they are given is sent. */
const SENDS_FIRST = /\.(?:send\w{0,12}|write|end|publish|communicate|storbinary|storlines)$/

/** `socket.connect((host, port))`: later data goes there. */
export function connect({ callee, given, at }: KnownCall): Value {
  const on = (callee.callable as Method | undefined)?.on
  const target = given.flatMap(placesIn).find(({ text }) => isAddress(text ?? '') || text === 'localhost')
  if (on !== undefined && isCell(on) && target?.text !== undefined)
    addTo(on, [carrier([{ kind: 'download', name: target.text, at }])])
  return UNKNOWN
}

/** Arguments that may contain the destination: the argument itself, the first of a pair, or a field. */
function placesIn(value: Value): readonly Value[] {
  const fields = ['url', 'uri', 'baseURL', 'base_url', 'hostname', 'host'].flatMap(
    (name) => value.fields?.get(name) ?? [],
  )
  return [value, ...(value.list ?? []), ...fields]
}

/** The destination of a connection: `socket.create_connection((host, port))`, `https.request(url)`. */
function connectedTo({ taints }: Value): string | undefined {
  const name = taints.find(({ kind }) => kind === 'download')?.name
  return name === '' ? undefined : name
}

/** A credential belongs in a header if it goes to its vendor; anything else in there counts. */
function isOddInHeader({ kind, name, store, isPart, owner }: Taint, address: WebAddress | undefined): boolean {
  if (owner !== undefined) return address !== undefined && isForeignTo(owner, address.host)
  if (kind === 'variable') return address !== undefined && isForeignTo(name, address.host)
  return store !== 'agent' && store !== 'dotenv' && isPart !== true
}

/** A session carries its headers, a request its body. */
function isSentByCallee(reference: string, taint: Taint, address: WebAddress | undefined): boolean {
  if (taint.kind === 'download') return false
  if (/\.(?:send|sendall|write|end|request|post|put)$/.test(reference)) return true
  return taint.kind === 'variable' && isOddInHeader(taint, address)
}

/** A call that takes a file path sends that file's content. */
function uploaded(reference: string, given: readonly Value[], at: number): readonly Value[] {
  if (!/(?:\.put|upload_file|upload_from_filename|sendfile)$/.test(reference)) return []
  return given.map(({ text = '' }) => {
    const secret = secretStoreIn(text)
    return { taints: secret === undefined ? [] : [{ kind: 'secret', name: secret.name, store: secret.store, at }] }
  })
}

function isAddress(text: string): boolean {
  return text.includes('://') || (text.includes('.') && readAddress(text) !== undefined)
}

/** The fields of an object except its headers, plus what was spread into it. */
function sentParts(value: Value, headers: readonly Value[]): readonly Value[] {
  if (value.fields === undefined) return [value]
  const fields = [...value.fields.values()]
  const named = mergeTaints(fields)
  const spread = value.taints.filter((taint) => !named.includes(taint))
  return [...fields.filter((field) => !headers.includes(field)), carrier(spread)]
}
