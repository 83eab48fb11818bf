/** Commands that reach other machines: what they send, and that their output came from there. */

import { readAddress, type WebAddress } from '../../facts/address.js'
import { secretStoreIn } from '../../facts/secrets.js'
import { carrier, HOLE, mergeTaints, mix, type Taint, textValue, UNKNOWN, type Value } from '../value.js'
import { isOddInHeader, note, noteFile, type ShellCall, wordFiles } from './shell-call.js'
import { useGit } from './shell-git.js'
import { fileTaints } from './shell-sources.js'
import type { ShellState } from './shell-state.js'
import { readTransfer, type Transfer } from './shell-words.js'

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

/** The output of a network command; undefined for all others. */
export function reachOut(call: ShellCall, state: ShellState): Value | undefined {
  const { name, words } = call
  if (FETCHERS.has(name)) return transfer(call, state)
  if (SENDERS.has(name)) return sendTo(call, state)
  if (name === 'ssh') return mix([sendTo({ ...call, words: words.slice(-1) }, state), received(call)])
  if (name === 'openssl' && words[0]?.text === 's_client') return received(call)
  if (name === 'git') return useGit(call, state)
  if (isUpload(call)) return sendTo(call, state)
  if (RESOLVERS.has(name)) return resolveName(call, state)
  noteAddressed(call, state)
  return undefined
}

const ADDRESSED = /:\/\/\S|^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}$/

/** Any program that is given both a place elsewhere and the content of a secret file sends it there. */
function noteAddressed(call: ShellCall, state: ShellState): void {
  const taints = mergeTaints(call.words).filter(
    ({ kind, isPart }) => kind === 'environment' || kind === 'capture' || (kind === 'secret' && isPart !== true),
  )
  if (taints.length === 0 || /^(?:echo|printf|test|\[|\[\[|export|local|declare)$/.test(call.name)) return
  const place = call.words.find(({ text }) => text !== undefined && ADDRESSED.test(text))
  const address = place?.text === undefined ? undefined : readAddress(place.text.replace(/^[\w.+-]{1,64}@/, ''))
  if (address !== undefined) note(state, call, 'send', taints, { ...readTransfer('curl', []), address }, call.name)
}

/** Programs that publish files or put them into a place of someone's choice. */
const UPLOADS =
  /^(?:gh (?:gist create|issue create|issue comment|pr comment|release upload)|aws s3 (?:cp|mv|sync)|aws s3api put-object|gsutil (?:-m )?(?:cp|rsync|mv)|gcloud storage (?:cp|rsync)|az storage blob upload|s3cmd put|mc (?:cp|mirror)|azcopy cop|rsync|restic|ipfs add|npm publish|magic-wormhole)/

function isUpload({ name, words }: ShellCall): boolean {
  return UPLOADS.test([name, ...words.slice(0, 4).map(({ text }) => text ?? '')].join(' '))
}

function transfer(call: ShellCall, state: ShellState): Value {
  const words = readTransfer(call.name, call.words)
  // An unknown address is not the same as none.
  const url = words.target === undefined ? '' : (words.target.text ?? HOLE)
  const files = words.files.map((path): Value => {
    const taints = fileTaints(state, path, call.at)
    return carrier([...taints, { kind: 'file', name: path, at: call.at }])
  })
  const sent = [...words.targets, ...words.data, ...files, ...(words.sendsInput ? [call.input ?? UNKNOWN] : [])]
  const addresses = addressesOf(words)
  const taints = mergeTaints([...sent, carrier(oddHeaders(words, addresses))])
  const sendsAnything = words.data.length > 0 || words.files.length > 0 || taints.length > 0
  if (sendsAnything)
    for (const address of addresses) note(state, call, 'send', taints, { ...words, address }, call.name)
  return keepDownload(call, state, words, url)
}

/** The response goes to a file, or to the next command. */
function keepDownload({ at }: ShellCall, state: ShellState, words: Transfer, url: string): Value {
  const download: Taint = { kind: 'download', name: url, at }
  if (words.output !== undefined) noteFile(state, words.output, [download])
  else if (words.keepsName) noteFile(state, lastPart(url), [download])
  const isSaved = (words.output !== undefined && words.output !== '-') || words.keepsName
  const secret = secretStoreIn(url)
  const kept: readonly Taint[] =
    secret === undefined ? [] : [{ kind: 'secret', name: secret.name, store: secret.store, at }]
  return isSaved ? UNKNOWN : carrier([download, ...kept])
}

/** One request per address; without any, one to an unknown address. */
function addressesOf({ address, target, targets }: Transfer): readonly (WebAddress | undefined)[] {
  const others = targets.filter((value) => value !== target && value.text?.includes('://') === true)
  return [address, ...others.map(({ text = '' }) => readAddress(text))]
}

function oddHeaders({ headers }: Transfer, addresses: readonly (WebAddress | undefined)[]): readonly Taint[] {
  return mergeTaints(headers)
    .filter((taint) => addresses.some((address) => isOddInHeader(taint, address)))
    .map((taint) => ({ ...taint, isLogin: true }))
}

function lastPart(url: string): string | undefined {
  return url.split(/[?#]/, 1)[0]?.split('/').at(-1)
}

function sendTo(call: ShellCall, state: ShellState): Value {
  // `nc -z` only checks a port.
  if (call.words.some(({ text }) => text !== undefined && /^-[a-z]*z/.test(text)) && call.name !== 'rsync')
    return UNKNOWN
  const words = withoutIdentity(call.words)
  // The words after a host name files of that host.
  const files = call.name === 'ssh' ? [] : wordFiles({ ...call, words }, state)
  const taints = mergeTaints([call.input ?? UNKNOWN, ...words, ...files])
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
  return received(call)
}

const CONNECTIONS = new Set(['nc', 'ncat', 'netcat', 'socat', 'telnet', 'openssl', 'ssh'])

/** Data from the other end of a connection is a download. */
function received({ name, words, at }: ShellCall): Value {
  if (!CONNECTIONS.has(name)) return UNKNOWN
  const host = words.map(
    ({ text = '' }) => /^(?:tcp\d?:|\w{1,32}@)?([\w-]{1,63}(?:\.[\w-]{1,63}){1,6})(?::\d{1,5})?$/i.exec(text)?.[1],
  )
  const named = host.find((each) => each !== undefined)
  return named === undefined ? UNKNOWN : carrier([{ kind: 'download', name: named, at }])
}

/** Data written to one of the shell's own sockets. */
export function writeToSocket(call: ShellCall, state: ShellState, path: string, { taints }: Value): void {
  const host = SOCKET.exec(path)?.[1]
  if (host === undefined || taints.length === 0) return
  note(state, call, 'send', taints, { ...readTransfer('curl', []), address: readAddress(host) }, 'a socket')
}

const SOCKET = /^\/dev\/(?:tcp|udp)\/([^/\s]{1,253})\//

/** A sign-in key, a port or a remote shell: these serve the transfer and are not sent. */
function withoutIdentity(words: readonly Value[]): readonly Value[] {
  return words.filter(({ text }, at) => {
    const before = words[at - 1]?.text ?? ''
    return !/^-[iFoeJP]$/.test(before) && !/^(?:-i|--rsh=|-e)./.test(text ?? '')
  })
}

function resolveName(call: ShellCall, state: ShellState): Value {
  const tainted = call.words.find(({ taints }) => taints.length > 0)
  if (tainted !== undefined) {
    const address = readAddress((tainted.text ?? '').replaceAll(HOLE, 'x'))
    const words = { ...readTransfer('curl', []), address, target: tainted, targets: [tainted] }
    note(state, call, 'send', tainted.taints, words, call.name)
  }
  return UNKNOWN
}
