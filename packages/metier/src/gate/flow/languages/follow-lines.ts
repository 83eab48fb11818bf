/** Follows values line by line for languages without a grammar: Ruby, Go, PHP, Perl, PowerShell, Rust, Lua, … */

import { findAddresses, readAddress, type WebAddress } from '../../facts/address.js'
import { partOf, type Segment } from '../../text/segment.js'
import type { FileTable } from '../files.js'
import type { Flow } from '../flow.js'
import { mergeTaints, type Taint } from '../value.js'
import { type Idiom, readsIn, runsIn, sendsIn, writesIn } from './line-idioms.js'
import { secretTaint, taintsOf } from './line-sources.js'
import { definitionIn, foldTexts, type Statement, statementsOf } from './line-statements.js'

export interface FollowedLines {
  readonly flows: readonly Flow[]
  /** Command lines passed to a shell. */
  readonly children: readonly Segment[]
}

const MOST_NAMES = 500
/** Statements of functions that are followed again at a call. */
const MOST_REPEATED = 3000
const MOST_CALLS = 3
const MOST_CHILDREN = 50

/** What such scripts send and run, as far as single lines show it; they share their names. */
export function followLines(segments: readonly Segment[], files: FileTable): FollowedLines {
  const isTelling = ({ text }: Segment) => [sendsIn, runsIn, readsIn].some((idiom) => idiom(text) !== undefined)
  if (!segments.some(isTelling)) return { flows: [], children: [] }
  const walk = new LineWalk(files)
  walk.takeAll(segments)
  // Again if there are several: the second time, every script knows what the others define.
  if (segments.length > 1 && walk.knowsAny) walk.takeAll(segments)
  return walk
}

const COMMENT = /^\s*(?:#(?!\{|!)|\/\/|--\s|;|\*|rem\s)/i
const ASSIGNED =
  /(?:^|[\s({;])(?:my |our |let (?:mut )?|var |const |local |final |auto |String )?[$@%]?(?:(?:script|global|local):)?([A-Za-z_]\w{0,40})(?:, ?[$@%]?\w{1,40}){0,3}(?:(?:\.|->|\[)[\w"'\]:-]{1,40}){0,2}(?:\s?:\s?[\w<>&:, ]{1,40})?\s{0,8}(?::=|\|=|\+=|\.=|<<|=(?![=~>]))/g
const DECLARED = /\b(?:my|our)\s{1,3}[$@%](\w{1,40})/
const NAME = /[A-Za-z_](?:\w|-(?=[A-Z])){0,60}/g
const NETWORK = /["'`\s](?:curl|wget|nc|ncat|scp|rsync|Invoke-WebRequest|Invoke-RestMethod)\s/i

const CONNECTS =
  /\b(?:TCPSocket|UDPSocket|SmtpClient|TcpClient|UdpClient|Net::(?:SMTP|FTP)|IO::Socket\S{0,16}->new|SSLSocket|TcpStream::connect|net\.Dial\w{0,7}|tls\.Dial|fsockopen|stream_socket_client|socket_connect|socket\.tcp)\b/

/** An address, or the bare name of a host that a connection is made to. */
function addressIn(text: string): WebAddress | undefined {
  const found = findAddresses(text)[0]
  if (found !== undefined || !CONNECTS.test(text)) return found
  const host = /["']((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24})(?::\d{1,5})?["']/i.exec(text)?.[1]
  return host === undefined ? undefined : readAddress(host)
}

/** A stream of a connection counts as the connection: `$client.GetStream()`. */
const WRAPS = /\b(?:GetStream|StreamWriter|NewWriter|getOutputStream|PrintWriter|makefile|BufWriter)\b/
const WRITTEN =
  /\b(?:print\w{0,2}|say|syswrite|fwrite|fputs|puts|send\w{0,3}|write\w{0,4}|Fprint\w{0,2}|Copy|copy_stream|stream_copy_to_stream|socket_write|Write\w{0,6})\b|<</

interface KnownName {
  readonly taints: readonly Taint[]
  readonly segment: Segment
}

/** A function: its parameters, and its body for the calls of it. */
interface LineFunction {
  readonly parameters: readonly string[]
  readonly indent: number
  readonly body: Statement[]
}

class LineWalk implements FollowedLines {
  readonly flows: Flow[] = []
  readonly children: Segment[] = []
  /** Whether anything sensitive was read. */
  knowsAny = false
  readonly #files: FileTable
  readonly #known = new Map<string, KnownName>()
  readonly #addresses = new Map<string, WebAddress>()
  /** Names of connections to another machine. */
  readonly #connections = new Set<string>()
  readonly #functions = new Map<string, LineFunction>()
  #inside: (LineFunction & { readonly name: string }) | undefined
  #left = MOST_REPEATED
  #depth = 0

  constructor(files: FileTable) {
    this.#files = files
  }

  takeAll(segments: readonly Segment[]): void {
    for (const segment of segments) for (const statement of statementsOf(segment)) this.take(statement)
  }

  take(statement: Statement): void {
    const { text } = statement
    if (COMMENT.test(text) || text.trim() === '') return
    if (this.#depth === 0) this.#place(statement)
    const names = [...new Set(text.match(NAME) ?? [])]
    const taints = this.#arriving(statement, names)
    this.knowsAny ||= taints.length > 0
    const address = addressIn(foldTexts(text)) ?? names.map((name) => this.#addresses.get(name)).find(Boolean)
    this.#send(statement, taints, address, this.#connectionOf(text, names))
    this.#run(statement, taints)
    this.#read(statement)
    this.#write(statement, taints)
    this.#assign(text, statement.segment, taints, address)
    this.#return(statement, taints)
    this.#call(statement, names, taints)
  }

  /** Which function a statement belongs to, by its indentation. */
  #place(statement: Statement): void {
    const definition = definitionIn(statement)
    if (definition !== undefined) {
      const { name, parameters, indent } = definition
      const body: Statement[] = []
      if (this.#functions.size < MOST_NAMES) this.#functions.set(name, { parameters, indent, body })
      this.#inside = { name, parameters, indent, body }
    } else if (this.#inside !== undefined && statement.indent <= this.#inside.indent && /\w/.test(statement.text))
      this.#inside = undefined
    else if (this.#inside !== undefined && this.#inside.body.length < MOST_NAMES) this.#inside.body.push(statement)
  }

  #arriving({ text, from, segment }: Statement, names: readonly string[]): readonly Taint[] {
    const known = names.flatMap((name): readonly { readonly taints: readonly Taint[] }[] => {
      const found = this.#known.get(name)
      if (found === undefined || found.segment === segment) return found === undefined ? [] : [found]
      return [{ taints: found.taints.map((taint) => ({ ...taint, at: from })) }]
    })
    const isReading = readsIn(text) !== undefined || sendsIn(text) !== undefined
    const kept = isReading ? this.#files.namedIn(text).map((taint) => ({ ...taint, at: from })) : []
    return mergeTaints([...known, { taints: taintsOf(text, from) }, { taints: kept }])
  }

  /** `print {$socket} $line`: the connection that a statement writes to. */
  #connectionOf(text: string, names: readonly string[]): Idiom | undefined {
    const written = this.#connections.size === 0 ? null : WRITTEN.exec(text)
    const isWritten = written !== null && names.some((name) => this.#connections.has(name))
    return isWritten ? { name: 'a connection', index: written.index } : undefined
  }

  #send(
    { text, from, segment }: Statement,
    taints: readonly Taint[],
    address: WebAddress | undefined,
    connection: Idiom | undefined,
  ): void {
    const runs = runsIn(text)
    const sink = sendsIn(text) ?? connection ?? (runs !== undefined && NETWORK.test(text) ? runs : undefined)
    const sent = taints.filter(({ kind }) => kind !== 'download' && kind !== 'decoded')
    if (sink === undefined || sent.length === 0) return
    const isInAddress = /https?:[^\s"']{0,200}(?:["']\s{0,3}[.+]|#\{|\$\{|\$\()/.test(text)
    this.flows.push({
      sink: 'send',
      taints: sent,
      address,
      segment,
      at: from + sink.index,
      via: sink.name,
      isInAddress,
    })
  }

  #run({ text, from, segment }: Statement, taints: readonly Taint[]): void {
    const sink = runsIn(text)
    if (sink === undefined) return
    const arriving = taints.filter(({ kind }) => kind === 'download' || kind === 'decoded')
    const flow = { address: undefined, segment, at: from + sink.index, via: 'eval', isInAddress: false }
    if (arriving.length > 0) this.flows.push({ sink: 'run', taints: arriving, ...flow })
    if (this.#depth > 0) return
    for (const { index, 0: quoted } of text.matchAll(/"[^"\n]{6,2000}"|'[^'\n]{6,2000}'|`[^`\n]{6,2000}`/g)) {
      if (!/[a-z]\s/.test(quoted) || this.children.length >= MOST_CHILDREN) continue
      const start = from + index + 1
      const as = { kind: 'inline', language: 'shell', via: [...segment.via, sink.name] } as const
      this.children.push(partOf(segment, start, start + quoted.length - 2, as))
    }
  }

  #read({ text, from, segment }: Statement): void {
    const idiom = readsIn(text)
    const secret = idiom === undefined ? undefined : secretTaint(text, from)
    if (idiom === undefined || secret === undefined) return
    const at = from + idiom.index
    const flow = { address: undefined, segment, at, via: idiom.name.trim(), isInAddress: false }
    this.flows.push({ sink: 'read', taints: [secret], ...flow })
  }

  /** `Set-Content x.txt`, `File.write('x.txt', …)`: the file then carries what arrives. */
  #write({ text }: Statement, taints: readonly Taint[]): void {
    if (taints.length === 0 || writesIn(text) === undefined) return
    for (const [path] of text.matchAll(/[\w./\\~$:-]{0,120}\w\.\w{1,8}\b/g)) this.#files.write(path, taints)
  }

  #assign(text: string, segment: Segment, taints: readonly Taint[], address: WebAddress | undefined): void {
    const names = [...text.matchAll(ASSIGNED)].map((match) => match[1])
    for (const each of [...names, DECLARED.exec(text)?.[1]]) {
      if (each === undefined) continue
      this.#learn(each, segment, taints)
      if (this.#connects(text) && this.#connections.size < MOST_NAMES) this.#connections.add(each)
      if (address !== undefined && this.#addresses.size < MOST_NAMES) this.#addresses.set(each, address)
    }
  }

  #connects(text: string): boolean {
    if (CONNECTS.test(text)) return true
    return WRAPS.test(text) && (text.match(NAME) ?? []).some((name) => this.#connections.has(name))
  }

  #learn(name: string, segment: Segment, taints: readonly Taint[]): void {
    if (taints.length > 0 && this.#known.size < MOST_NAMES) this.#known.set(name, { taints, segment })
  }

  /** A function returns what its last expressions carry. */
  #return({ text, segment }: Statement, taints: readonly Taint[]): void {
    const own = this.#inside
    if (own === undefined || taints.length === 0 || text.search(ASSIGNED) === 0 || sendsIn(text) !== undefined) return
    if (!own.parameters.includes(own.name)) this.#learn(own.name, segment, taints)
  }

  /** A function that is given something sensitive does with it what its body says. */
  #call({ text }: Statement, names: readonly string[], taints: readonly Taint[]): void {
    if (taints.length === 0 || this.#depth >= MOST_CALLS) return
    for (const name of names) {
      const own = this.#functions.get(name)
      if (own === undefined || own === this.#inside || own.parameters.length === 0) continue
      if (this.#inside?.name === name || definitionIn({ text })?.name === name) continue
      this.#callOne(own, taints)
    }
  }

  #callOne({ parameters, body }: LineFunction, taints: readonly Taint[]): void {
    const [first] = body
    this.#left -= body.length
    if (first === undefined || this.#left < 0) return
    for (const parameter of parameters)
      this.#learn(
        parameter,
        first.segment,
        taints.map((taint) => ({ ...taint, at: first.from })),
      )
    this.#depth++
    for (const statement of body) this.take(statement)
    this.#depth--
    for (const parameter of parameters) this.#known.delete(parameter)
  }
}
