/** The effects of well-known calls: records what they read, decode, run and send, and computes what they return. */

import { findAddresses, readAddress, type WebAddress } from '../facts/address.js'
import { secretStoreIn } from '../facts/secrets.js'
import { isForeignTo } from '../facts/vendors.js'
import { derivedFrom, type Segment } from '../text/segment.js'
import type { Flow } from './flow.js'
import type { CallKind } from './known-calls.js'
import { environmentTaint, type Method } from './member.js'
import { keptOutput } from './shell/shell-sources.js'
import { decodeCall, type Inflate } from './text-methods.js'
import {
  carrier,
  concatenate,
  HOLE,
  joinWords,
  mergeTaints,
  referenceValue,
  type Taint,
  taintedText,
  UNKNOWN,
  type Value,
  withTaint,
  withTaints,
} from './value.js'

export interface ProgramResult {
  readonly flows: Flow[]
  /** Command lines that the script passes to a shell, and code that it assembles. */
  readonly children: Segment[]
  /** Dangerous names that were assembled from pieces, with their positions. */
  readonly assembled: { readonly name: string; readonly at: number; readonly segment: Segment }[]
}

/** The position of the calls, and the record of their effects. */
export interface CallContext {
  readonly segment: Segment
  readonly result: ProgramResult
  readonly inflate: Inflate
  /** The content of copied files. */
  readonly copies: Map<string, readonly Taint[]>
}

export interface KnownCall {
  readonly kind: CallKind
  readonly reference: string
  readonly callee: Value
  readonly given: readonly Value[]
  readonly at: number
}

const MOST_CHILDREN = 200
const MOST_FLOWS = 500
const MOST_COPIES = 200

/** The return value of a well-known call. */
export function applyCall(call: KnownCall, context: CallContext): Value {
  const { reference, at } = call
  switch (call.kind) {
    case 'read':
      return readFiles(call, context)
    case 'decode':
      return decode(call, context)
    case 'capture':
    case 'machine':
      return carrier([{ kind: call.kind, name: reference, at }])
    case 'keyring':
      return carrier([{ kind: 'secret', name: reference, store: 'keychain', at }])
    case 'evaluate':
      return evaluate(call, context)
    case 'shell':
    case 'spawn':
      return start(call, context)
    case 'send':
      return send(call, context)
  }
}

function readFiles({ reference, callee, given, at }: KnownCall, context: CallContext): Value {
  const { copies } = context
  // Files found by a pattern may contain anything.
  if (/(?:^|\.)r?glob$/.test(reference)) {
    const swept: Taint = { kind: 'file', name: 'every file that matches a pattern', at }
    return withTaint(readPath(given[0] ?? UNKNOWN, at), swept)
  }
  // `path.read_text()` reads its receiver, `readFile(path)` its argument.
  const on = (callee.callable as Method | undefined)?.on
  const path = concatenate([taintedText(on?.text ?? '', callee.taints), given[0] ?? UNKNOWN])
  const read = readPath(path, at)
  const secrets = read.taints.filter(({ kind }) => kind === 'secret')
  if (secrets.length > 0 && givesOut(reference, given))
    note(context, { sink: 'read', taints: secrets, at, via: reference })
  const target = /(?:^|\.)copy\w*$/i.test(reference) ? given[1]?.text : undefined
  if (target !== undefined && copies.size < MOST_COPIES) copies.set(target, read.taints)
  const copied = copies.get(path.text ?? '')
  return copied === undefined ? read : withTaints(read, mergeTaints([read, carrier(copied)]))
}

const OPENS =
  /(?:^|\.)(?:readFileSync|readFile|read_text|read_bytes|createReadStream|open|readTextFile(?:Sync)?|getlines|ConfigParser\(\)\.read)$/

/** Whether a call reads a file; others only name it, copy it, or open it for writing. */
function givesOut(reference: string, given: readonly Value[]): boolean {
  return OPENS.test(reference) && !/^[rb]?[wax]/.test(given[1]?.text ?? '')
}

/** A file's content, by path. */
export function readPath(path: Value, at: number): Value {
  const secret = secretStoreIn(path.text ?? '')
  if (secret === undefined) return referenceValue('.file', undefined, path.taints)
  return carrier([...path.taints, { kind: 'secret', name: secret.name, store: secret.store, at }])
}

/** Letters that need no encoding. */
const PERCENT = /(?:%[0-9a-fA-F]{2}){4}/

function decode({ reference, given, at }: KnownCall, { inflate }: CallContext): Value {
  const text = decodeCall(reference, given, inflate)
  const isPercent = /(?:decodeURIComponent|unquote)$/.test(reference)
  const isPlain = isPercent
    ? !PERCENT.test(given[0]?.text ?? '')
    : reference === 'Buffer.from' && !/base64|hex/i.test(given[1]?.text ?? '')
  if (isPlain) return taintedText(text, mergeTaints(given))
  const name = reference.slice(reference.lastIndexOf('.') + 1)
  return withTaint(taintedText(text, mergeTaints(given)), { kind: 'decoded', name, at })
}

/** Code imported from a URL: `import('https://…')`. */
export function noteRemote(context: CallContext, url: string, at: number): void {
  note(context, { sink: 'run', taints: [{ kind: 'download', name: url, at }], at, via: 'import' })
}

/** Letters written by their character codes. */
const ESCAPED = /^[^"'`\n]{0,60}["'`](?:\\x[0-9a-f]{2}|\\u00[0-9a-f]{2}){4}/i

function evaluate({ reference, given, at }: KnownCall, context: CallContext): Value {
  const isEscaped = ESCAPED.test(context.segment.text.slice(at, at + 200))
  const escaped: readonly Taint[] = isEscaped ? [{ kind: 'decoded', name: 'an escaped text', at }] : []
  const taints = mergeTaints([...given, carrier(escaped)])
  if (taints.length > 0) note(context, { sink: 'run', taints, at, via: reference })
  const text = given.find((value) => value.text !== undefined)?.text
  const isPython = reference.startsWith('exec') || /compile|marshal/.test(reference)
  if (text !== undefined && text.length > 12) addChild(context, text, at, reference, isPython ? 'python' : 'javascript')
  return taintedText(text, taints)
}

const NETWORK = /(?:^|[\s|;&"'(])(?:curl|wget|nc|ncat|telnet|scp|dig|nslookup)\s/
/** Only checks a port; nothing is sent. */
const KNOCK = /\bnc\s{1,3}-[a-z]{0,4}z/

function start({ reference, given, at }: KnownCall, context: CallContext): Value {
  const line = commandLine(given)
  // `sys.executable -m pip …` is Python by another name.
  const text = (line.text ?? '').replace(`${HOLE} -m `, 'python3 -m ')
  noteFetchedFiles(text, reference, at, context)
  const isNetwork = NETWORK.test(text)
  if (isNetwork && line.taints.length > 0 && !KNOCK.test(text)) {
    const via = `${reference} ${text.trim().split(/\s/, 1)[0]}`
    note(context, { sink: 'send', taints: line.taints, target: text, at, via })
  }
  const run = isNetwork || isWordList(given) ? [] : runnable(line)
  if (run.length > 0) note(context, { sink: 'run', taints: run, at, via: reference })
  if (text.replaceAll(HOLE, '').length > 3) addChild(context, text.replaceAll(HOLE, '$unknown'), at, reference, 'shell')
  return carrier(outputTaints(text, at))
}

/** A command that names a file that was just downloaded runs it. */
function noteFetchedFiles(text: string, reference: string, at: number, context: CallContext): void {
  for (const [path, taints] of context.copies) {
    const fetched = text.includes(path) ? taints.filter(({ kind }) => kind === 'download') : []
    if (fetched.length > 0) note(context, { sink: 'run', taints: fetched, at, via: `${reference} on a file` })
  }
}

function isWordList([program, words]: readonly Value[]): boolean {
  return program?.list !== undefined || words?.list !== undefined
}

function commandLine([program, words]: readonly Value[]): Value {
  if (program?.list !== undefined) return joinWords(program.list)
  return words?.list === undefined ? (program ?? UNKNOWN) : joinWords([program ?? UNKNOWN, ...words.list])
}

/** Code that runs as it arrives: decoded text, or a download that is itself the command. */
function runnable({ text = '', taints }: Value): readonly Taint[] {
  const isProgram =
    text === '' || text.startsWith(HOLE) || text.startsWith(`sh -c ${HOLE}`) || text.startsWith(`bash -c ${HOLE}`)
  return taints.filter(({ kind }) => kind === 'decoded' || (kind === 'download' && isProgram))
}

/** The output of a started command, if it matters. */
function outputTaints(text: string, at: number): readonly Taint[] {
  const first = text.trim().split(/\s/, 1)[0] ?? ''
  if (/^(?:pbpaste|screencapture|xclip|xsel|wl-paste|scrot)$/.test(first)) return [{ kind: 'capture', name: first, at }]
  if (/^(?:env|printenv|set)$/.test(text.trim())) return [environmentTaint(at)]
  if (/^(?:whoami|hostname|uname|id)$/.test(first)) return [{ kind: 'machine', name: first, at }]
  const secret = secretStoreIn(text)
  if (secret === undefined) return keptOutput(text.trim(), at)
  return [{ kind: 'secret', name: secret.name, store: secret.store, at }]
}

const HEADER_FIELDS = ['headers', 'auth', 'env']

function send({ reference, callee, given, at }: KnownCall, context: CallContext): Value {
  const target = given.flatMap(placesIn).find(({ text }) => isAddress(text ?? ''))
  const to = target?.text ?? connectedTo(callee)
  const address = to === undefined ? undefined : (findAddresses(to)[0] ?? readAddress(to))
  const headers = given.flatMap(({ fields }) => HEADER_FIELDS.flatMap((name) => fields?.get(name) ?? []))
  const sent = given.flatMap((value) => sentParts(value, headers))
  const kept = mergeTaints(headers)
    .filter((taint) => isOddInHeader(taint, address))
    .map((taint) => ({ ...taint, isLogin: true }))
  const own = callee.taints.filter((taint) => isSentByCallee(reference, taint, address))
  const taints = mergeTaints([...sent, ...uploaded(reference, given, at), carrier(kept), carrier(own)])
  const isInAddress = (target?.taints.length ?? 0) > 0
  const saved = reference.endsWith('urlretrieve') ? given[1]?.text : undefined
  if (saved !== undefined && context.copies.size < MOST_COPIES)
    context.copies.set(saved, [{ kind: 'download', name: to ?? '', at }])
  note(context, { sink: 'send', taints, target: to, at, via: reference, isInAddress })
  return referenceValue(`${reference}()`, undefined, [{ kind: 'download', name: to ?? '', at }])
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
function isOddInHeader({ kind, name, store, isPart }: Taint, address: WebAddress | undefined): boolean {
  if (kind === 'variable') return address !== undefined && isForeignTo(name, address.host)
  return store !== 'agent' && store !== 'dotenv' && isPart !== true
}

/** A session carries its headers, a request its body. */
function isSentByCallee(reference: string, taint: Taint, address: WebAddress | undefined): boolean {
  if (taint.kind === 'download') return false
  if (/\.(?:send|sendall|write|request|post|put)$/.test(reference)) return true
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

function addChild(
  { segment, result }: CallContext,
  text: string,
  at: number,
  via: string,
  language: Segment['language'],
): void {
  if (result.children.length < MOST_CHILDREN) result.children.push(derivedFrom(segment, at, text, via, { language }))
}

type Noted = Pick<Flow, 'sink' | 'taints' | 'at' | 'via'> & {
  readonly target?: string | undefined
  readonly isInAddress?: boolean
}

function note({ segment, result }: CallContext, { target, isInAddress = false, ...flow }: Noted): void {
  if (result.flows.length >= MOST_FLOWS) return
  const address = target === undefined ? undefined : (findAddresses(target)[0] ?? readAddress(target))
  result.flows.push({ ...flow, address, segment, isInAddress })
}
