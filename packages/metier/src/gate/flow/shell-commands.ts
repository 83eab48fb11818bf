/** What single commands do with what reaches them. */

import { type Address, readAddress } from '../facts/address.js'
import { secretStoreIn } from '../facts/secrets.js'
import { isForeignTo } from '../facts/vendors.js'
import { derivedFrom, type Language, type Segment } from '../text/segment.js'
import type { Flow } from './flow.js'
import { fileKey, fileTaints, sourcesOf } from './shell-sources.js'
import type { ShellState } from './shell-state.js'
import { decodeStage, say } from './shell-text.js'
import { readTransfer, type Transfer } from './shell-words.js'
import {
  carrier,
  concatenate,
  HOLE,
  mergeTaints,
  mix,
  type Taint,
  taintedText,
  textValue,
  UNKNOWN,
  type Value,
} from './value.js'

export interface Call {
  readonly name: string
  readonly words: readonly Value[]
  readonly input: Value | undefined
  readonly segment: Segment
  readonly at: number
}

const FETCHERS = new Set(['curl', 'wget', 'fetch', 'http', 'https', 'httpie', 'aria2c', 'curlie', 'xh'])
const SENDERS = new Set([
  'nc',
  'ncat',
  'netcat',
  'socat',
  'telnet',
  'mail',
  'mailx',
  'sendmail',
  'mutt',
  'msmtp',
  'swaks',
  'scp',
  'rsync',
  'sftp',
  'ftp',
  'rclone',
  'wormhole',
  'croc',
])
const RESOLVERS = new Set(['dig', 'nslookup', 'host', 'drill', 'ping', 'ping6', 'traceroute'])
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'ash', 'busybox', 'eval', 'source', '.'])
const INTERPRETERS: ReadonlyMap<string, Language> = new Map([
  ['python', 'python'],
  ['python2', 'python'],
  ['python3', 'python'],
  ['node', 'javascript'],
  ['nodejs', 'javascript'],
  ['bun', 'javascript'],
  ['deno', 'javascript'],
  ['perl', 'other'],
  ['ruby', 'other'],
  ['php', 'other'],
  ['osascript', 'other'],
  ['pwsh', 'powershell'],
  ['powershell', 'powershell'],
  ['lua', 'other'],
])
/** They pass on what they read, and read the files that are their words. */
const READERS = new Set(
  'cat less more head tail grep egrep fgrep rg awk gawk sed cut sort uniq tr fold base64 xxd od hexdump jq yq tee gzip zip tar bzip2 xz openssl gpg rev paste column strings dd wc md5sum sha256sum shasum cp mv ln install bat split nl tac python3-json find xargs column envsubst iconv zcat gunzip'.split(
    ' ',
  ),
)

/** What a command gives out; what it sends or runs is noted on the way. */
export function runCommand(call: Call, state: ShellState, runShell: RunShell): Value {
  const { name } = call
  if (name === 'echo' || name === 'printf') return say(call)
  // A file of its own at every place.
  if (name === 'mktemp') return textValue(`/tmp/tmp.${call.at}`)
  if (FETCHERS.has(name)) return transfer(call, state)
  if (SENDERS.has(name)) return sendTo(call, state)
  if (name === 'ssh') return sendTo({ ...call, words: call.words.slice(-1) }, state)
  if (RESOLVERS.has(name)) return resolveName(call, state)
  const language = languageOf(name)
  if (language !== undefined) return interpret(call, state, language, runShell)
  return decodeStage(call) ?? read(call, state)
}

type RunShell = (text: Value, call: Call) => Value

function languageOf(name: string): Language | undefined {
  if (SHELLS.has(name)) return 'shell'
  return INTERPRETERS.get(name.replace(/[\d.]{1,8}$/, '')) ?? INTERPRETERS.get(name)
}

/** Every other command: what it reads of its own accord, and for readers also their input and files. */
function read(call: Call, state: ShellState): Value {
  const { name, words, at } = call
  const sources = carrier(sourcesOf(name, words, at))
  if (name === 'screencapture' || name === 'scrot') noteFile(state, words.findLast(isPlainWord)?.text, sources.taints)
  if (isDownloaded(state, name)) note(state, call, 'run', fileTaints(state, name, at), undefined, `${name} on a file`)
  if (!READERS.has(name)) return sources
  const given = [sources, call.input ?? UNKNOWN, ...words, ...wordFiles(call, state)]
  keepOutputFile(call, state, given)
  const taints = mergeTaints(given)
  const text = name === 'cat' || name === 'tee' ? call.input?.text : undefined
  return taintedText(text, takesPart(call) ? taints.map(asPart) : taints)
}

function isPlainWord({ text }: Value): boolean {
  return text?.startsWith('-') === false
}

function takesPart({ name, words }: Call): boolean {
  if (name === 'cut' || name === 'awk') return true
  return (name === 'jq' || name === 'yq') && words.some(({ text }) => text !== undefined && /^\.[\w"[]/.test(text))
}

/** `jq .token` takes one value out of what it reads. */
function asPart(taint: Taint): Taint {
  return taint.kind === 'secret' ? { ...taint, isPart: true } : taint
}

function isDownloaded(state: ShellState, name: string): boolean {
  return (state.files.get(fileKey(name)) ?? []).some(({ kind }) => kind === 'download' || kind === 'decoded')
}

function wordFiles({ words, at }: Call, state: ShellState): readonly Value[] {
  return words.flatMap(({ text }) =>
    text === undefined || text.startsWith('-') ? [] : [carrier(fileTaints(state, text, at))],
  )
}

/** `tar czf x.tgz ~/.ssh`, `cp ~/.env x`, `tee x`: the file then holds what was read. */
function keepOutputFile({ name, words }: Call, state: ShellState, given: readonly Value[]): void {
  const texts = words.map(({ text }) => text ?? '').filter((text) => text !== '' && !text.startsWith('-'))
  const taints = mergeTaints(given)
  if (name === 'tar' || name === 'zip')
    noteFile(
      state,
      texts.find((text) => /\.(?:tar|tgz|zip|gz|bz2|xz)/.test(text)),
      taints,
    )
  else if (name === 'cp' || name === 'mv' || name === 'install' || name === 'ln') noteFile(state, texts.at(-1), taints)
  else if (name === 'tee') for (const text of texts) noteFile(state, text, taints)
}

export function noteFile(state: ShellState, path: string | undefined, taints: readonly Taint[]): void {
  if (path === undefined || taints.length === 0 || state.files.size > 500) return
  const key = fileKey(path)
  state.files.set(key, mergeTaints([carrier(state.files.get(key) ?? []), carrier(taints)]))
}

function note(
  state: ShellState,
  { segment, at }: Call,
  sink: Flow['sink'],
  taints: readonly Taint[],
  transfer: Transfer | undefined,
  via: string,
): void {
  const address = transfer?.address
  const isInAddress = transfer?.targets.some(({ taints: carried }) => carried.length > 0) === true
  state.flows.push({ sink, taints, address, segment, at, via, isInAddress })
}

function transfer(call: Call, state: ShellState): Value {
  const words = readTransfer(call.name, call.words)
  // An address that is not known is not the same as none.
  const url = words.target === undefined ? '' : (words.target.text ?? HOLE)
  const files = words.files.map((path): Value => {
    const taints = fileTaints(state, path, call.at)
    return carrier([...taints, { kind: 'file', name: path, at: call.at }])
  })
  const sent = [...words.targets, ...words.data, ...files, ...(words.sendsInput ? [call.input ?? UNKNOWN] : [])]
  const headers = mergeTaints(words.headers)
    .filter((taint) => isOddInHeader(taint, words.address))
    .map((taint) => ({ ...taint, isLogin: true }))
  const taints = mergeTaints([...sent, carrier(headers)])
  const sendsAnything = words.data.length > 0 || words.files.length > 0 || taints.length > 0
  if (sendsAnything) note(state, call, 'send', taints, words, call.name)
  const download: Taint = { kind: 'download', name: url, at: call.at }
  if (words.output !== undefined) noteFile(state, words.output, [download])
  else if (words.keepsName) noteFile(state, lastPart(url), [download])
  const isSaved = (words.output !== undefined && words.output !== '-') || words.keepsName
  const secret = secretStoreIn(url)
  const kept: readonly Taint[] =
    secret === undefined ? [] : [{ kind: 'secret', name: secret.name, store: secret.store, at: call.at }]
  return isSaved ? UNKNOWN : carrier([download, ...kept])
}

/** A header is where a credential belongs, if it goes to its vendor; a whole file of them belongs in none. */
function isOddInHeader({ kind, name, isPart }: Taint, address: Address | undefined): boolean {
  if (kind === 'variable') return address !== undefined && isForeignTo(name, address.host)
  return isPart !== true
}

function lastPart(url: string): string | undefined {
  return url.split(/[?#]/, 1)[0]?.split('/').at(-1)
}

function sendTo(call: Call, state: ShellState): Value {
  // `nc -z` only knocks.
  if (call.words.some(({ text }) => text !== undefined && /^-[a-z]*z/.test(text)) && call.name !== 'rsync')
    return UNKNOWN
  const words = withoutIdentity(call.words)
  const taints = mergeTaints([call.input ?? UNKNOWN, ...words, ...wordFiles({ ...call, words }, state)])
  if (taints.length > 0) {
    const target = words.find(({ text }) => text !== undefined && !text.startsWith('-') && /[.:@]/.test(text))
    const transferred = {
      ...readTransfer('curl', []),
      address:
        target?.text === undefined
          ? undefined
          : readTransfer('curl', [textValue(target.text.replace(/^[^@]{0,64}@/, '').replace(/:.*$/, ''))]).address,
    }
    note(state, call, 'send', taints, transferred, call.name)
  }
  return UNKNOWN
}

/** The key to sign in with, a port or a shell of its own: they serve the transfer and are not sent. */
function withoutIdentity(words: readonly Value[]): readonly Value[] {
  return words.filter(({ text }, at) => {
    const before = words[at - 1]?.text ?? ''
    return !/^-[iFoeJP]$/.test(before) && !/^(?:-i|--rsh=|-e)./.test(text ?? '')
  })
}

function resolveName(call: Call, state: ShellState): Value {
  const tainted = call.words.find(({ taints }) => taints.length > 0)
  if (tainted !== undefined) {
    const address = readAddress((tainted.text ?? '').replaceAll(HOLE, 'x'))
    const words = { ...readTransfer('curl', []), address, target: tainted, targets: [tainted] }
    note(state, call, 'send', tainted.taints, words, call.name)
  }
  return UNKNOWN
}

/** What an interpreter is given to run: a text, a file, or its input. */
function interpret(call: Call, state: ShellState, language: Language, runShell: RunShell): Value {
  const given = codeGiven(call, state)
  if (given === undefined) return UNKNOWN
  const { code, via } = given
  if (code.taints.length > 0) note(state, call, 'run', code.taints, undefined, via)
  if (code.text === undefined || code.text.trim() === '') return mix([code])
  const wasDecoded = code.taints.some(({ kind }) => kind === 'decoded')
  if (language === 'shell' && !wasDecoded) return runShell(code, call)
  const as = { language, block: call.segment.block, section: call.segment.section }
  state.children.push(
    derivedFrom(
      call.segment,
      call.at,
      code.text.replaceAll(HOLE, 'X'),
      wasDecoded ? 'decoded' : `${call.name} argument`,
      as,
    ),
  )
  return mix([code, call.input ?? UNKNOWN])
}

function codeGiven(
  { name, words, input, at }: Call,
  state: ShellState,
): { readonly code: Value; readonly via: string } | undefined {
  if (name === 'eval') return { code: concatenate(words.flatMap((word) => [word, textValue(' ')])), via: 'eval' }
  const flag = words.findIndex(
    ({ text }) =>
      (name === 'php' && text === '-r') ||
      (text !== undefined && /^(?:-[a-zA-Z]{0,4}[ce]|--eval|-EncodedCommand|-Command|-enc)$/i.test(text)),
  )
  const code = flag < 0 ? undefined : words[flag + 1]
  if (code !== undefined) return { code, via: `${name} ${words[flag]?.text ?? ''}` }
  const file = words.find(({ text }) => text === undefined || !text.startsWith('-') || text === '-')
  const readsInput = file === undefined || file.text === '-' || file.text === '/dev/stdin'
  if (readsInput) return input === undefined ? undefined : { code: input, via: name }
  // `bash <(curl …)` hands over a file that holds what the inner command gives out.
  const taints = [...file.taints, ...(file.text === undefined ? [] : fileTaints(state, file.text, at))]
  const via = file.text === undefined ? name : `${name} on a file`
  return { code: carrier(taints.filter(({ kind }) => kind === 'download' || kind === 'decoded')), via }
}
