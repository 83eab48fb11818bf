/** The effects of well-known calls: records what they read, decode, run and send, and computes what they return. */

import { findAddresses } from '../../facts/address.js'
import { secretStoreIn } from '../../facts/secrets.js'
import { environmentTaint } from '../member.js'
import { keptOutput } from '../shell/shell-sources.js'
import {
  bytesValue,
  carrier,
  HOLE,
  joinWords,
  mergeTaints,
  referenceValue,
  type Taint,
  taintedText,
  UNKNOWN,
  type Value,
  withTaint,
} from '../value.js'
import { addChild, type CallContext, type KnownCall, note } from './call-context.js'
import { readFiles, writeFile } from './file-effects.js'
import { connect, send } from './send-effect.js'
import { decodeCall } from './text-methods.js'

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
      if (SESSIONS.test(reference)) return carrier([{ kind: 'secret', name: 'browser session', store: 'browser', at }])
      // One of its entries signs in to its host.
      return carrier([{ kind: 'secret', name: reference, store: 'keychain', isPart: reference === 'netrc.netrc', at }])
    case 'content':
      return referenceValue(`${reference}()`, undefined, [{ kind: 'content', name: 'a file', at }])
    case 'dotenv':
      return carrier([{ kind: 'secret', name: '.env', store: 'dotenv', at }])
    case 'evaluate':
      return evaluate(call, context)
    case 'shell':
    case 'spawn':
      return start(call, context)
    case 'send':
      return send(call, context)
    case 'connect':
      return connect(call)
    case 'write':
      return writeFile(call, context)
  }
}

/** What a browser that a script controls is signed in with. */
const SESSIONS = /\.(?:storageState|storage_state|getAllCookies|get_cookies)$/

/** Letters that need no encoding. */
const PERCENT = /(?:%[0-9a-fA-F]{2}){4}/

function decode({ reference, callee, given, at }: KnownCall, { inflate, segment }: CallContext): Value {
  const text = decodeCall(reference, given, inflate)
  const isPercent = /(?:decodeURIComponent|unquote)$/.test(reference)
  const isPlain = isPercent ? !PERCENT.test(given[0]?.text ?? '') : isPlainText(reference, given)
  if (isPlain) return taintedText(text, mergeTaints(given))
  const name = reference.slice(reference.lastIndexOf('.') + 1)
  const taints = mergeTaints([callee, ...given])
  const isRaw = segment.language === 'python' && text !== undefined && !isPercent
  return withTaint(isRaw ? bytesValue(text, taints) : taintedText(text, taints), { kind: 'decoded', name, at })
}

/** Bytes of a text, unless they are written as numbers or in an encoding. */
function isPlainText(reference: string, [first, second]: readonly Value[]): boolean {
  const isBytes = reference === 'Buffer.from' || reference.endsWith('TextDecoder().decode')
  const isWritten = (first?.list?.length ?? 0) >= 4 && first?.list?.every(({ text }) => /^\d{1,3}$/.test(text ?? ''))
  return isBytes && isWritten !== true && !/base64|hex/i.test(second?.text ?? '')
}

/** Code imported from a URL: `import('https://…')`. */
export function noteRemote(context: CallContext, url: string, at: number): void {
  note(context, { sink: 'run', taints: [{ kind: 'download', name: url, at }], at, via: 'import' })
}

/** Letters written by their character codes. */
const ESCAPED = /^[^"'`\n]{0,60}["'`](?:\\x[0-9a-f]{2}|\\u00[0-9a-f]{2}){4}/i

/** Code from a file that a script downloaded or decoded: `import('/tmp/x.mjs')`. */
export function noteLoaded(context: CallContext, path: string, at: number): void {
  const taints = context.files.read(path).filter(({ kind }) => kind === 'download' || kind === 'decoded')
  const inside = /^data:[^,]{0,80}(?:javascript|wasm)[^,]{0,40},/i.test(path)
  const own: readonly Taint[] = inside ? [{ kind: 'decoded', name: 'a data address', at }] : []
  if (taints.length + own.length > 0)
    note(context, { sink: 'run', taints: [...taints, ...own], at, via: 'exec of a module' })
}

const LOADERS = /^importlib|^runpy|Loader$|CDLL$|LoadLibrary$|dlopen$|^execfile$/

/** The arguments that are code; others only name it, or say how it is run. */
function codeIn(reference: string, given: readonly Value[], context: CallContext): readonly Value[] {
  if (/^set(?:Timeout|Interval)$/.test(reference)) return given.slice(0, 1)
  if (/Worker$/.test(reference)) return given[1]?.fields?.has('eval') === true ? given.slice(0, 1) : []
  if (reference === 'Reflect.construct') return given[0]?.reference === 'Function' ? given.slice(1) : []
  if (!LOADERS.test(reference)) return given
  return [...given, ...given.map(({ text }) => carrier(context.files.read(text)))]
}

function evaluate({ reference, given: all, at }: KnownCall, context: CallContext): Value {
  const given = codeIn(reference, all, context)
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
  const isNetwork = NETWORK.test(text) && !KNOCK.test(text)
  const sent = mergeTaints([line, ...given.flatMap(({ fields }) => fields?.get('input') ?? [])])
  if (isNetwork && sent.length > 0) {
    const via = `${reference} ${text.trim().split(/\s/, 1)[0]}`
    note(context, { sink: 'send', taints: sent, target: text, at, via })
  }
  const run = isNetwork || isWordList(given) ? [] : runnable(line)
  if (run.length > 0) note(context, { sink: 'run', taints: run, at, via: reference })
  if (text.replaceAll(HOLE, '').length > 3) addChild(context, text.replaceAll(HOLE, '$unknown'), at, reference, 'shell')
  const output = outputTaints(text, at)
  return isNetwork ? referenceValue('network program()', undefined, [...output, downloadOf(text, at)]) : carrier(output)
}

/** The answer of a network program; its input goes to the same place. */
function downloadOf(text: string, at: number): Taint {
  return { kind: 'download', name: findAddresses(text)[0]?.url ?? hostIn(text), at }
}

/** `nc host port` names a host without a scheme. */
function hostIn(text: string): string {
  return /\s([\w-]{1,63}(?:\.[\w-]{1,63}){1,6})(?=\s|$)/.exec(text)?.[1] ?? ''
}

/** A command that names a file that was just downloaded runs it. */
function noteFetchedFiles(text: string, reference: string, at: number, context: CallContext): void {
  const fetched = context.files.namedIn(text).filter(({ kind }) => kind === 'download' || kind === 'decoded')
  if (fetched.length > 0) note(context, { sink: 'run', taints: fetched, at, via: `${reference} on a file` })
}

function isWordList([program, words]: readonly Value[]): boolean {
  return program?.list !== undefined || words?.list !== undefined
}

function commandLine([program, words]: readonly Value[]): Value {
  if (program?.list !== undefined) return joinWords(spread(program.list))
  return words?.list === undefined ? (program ?? UNKNOWN) : joinWords([program ?? UNKNOWN, ...spread(words.list)])
}

/** `['git', *words]` is one list. */
function spread(list: readonly Value[]): readonly Value[] {
  return list.flatMap((word) => word.list ?? [word])
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
