/** Follows values line by line for languages without a grammar: Ruby, Go, PHP, Perl, PowerShell, Rust, Lua, … */

import { findAddresses, type WebAddress } from '../../facts/address.js'
import { isCredentialName, secretStoreIn } from '../../facts/secrets.js'
import { linesOf } from '../../text/markdown.js'
import { partOf, type Segment } from '../../text/segment.js'
import type { Flow } from '../flow.js'
import { mergeTaints, type Taint } from '../value.js'
import { readsIn, runsIn, sendsIn, sourceKindOf, variablesIn } from './line-idioms.js'

export interface FollowedLines {
  readonly flows: readonly Flow[]
  /** Command lines passed to a shell. */
  readonly children: readonly Segment[]
}

const MOST_JOINED = 12
const MOST_NAMES = 500
const LONGEST_LINE = 4000
const NOTHING: FollowedLines = { flows: [], children: [] }

/** What such a script sends and runs, as far as single lines show it. */
export function followLines(segment: Segment): FollowedLines {
  if ([sendsIn, runsIn, readsIn].every((idiom) => idiom(segment.text) === undefined)) return NOTHING
  const walk = new LineWalk(segment)
  for (const { text, from } of statementsOf(segment.text)) {
    let at = from
    for (const part of text.split(';')) {
      walk.take(part, at)
      at += part.length + 1
    }
  }
  return walk
}

interface Statement {
  readonly text: string
  readonly from: number
}

/** Lines, joined while a bracket is open: a call is one statement, however it is wrapped. */
function* statementsOf(text: string): Generator<Statement> {
  let open: { text: string; from: number; depth: number; lines: number } | undefined
  for (const line of linesOf(text)) {
    const head = line.text.slice(0, LONGEST_LINE)
    const depth = (open?.depth ?? 0) + count(head, '(') + count(head, '[') - count(head, ')') - count(head, ']')
    open = {
      text: open === undefined ? head : `${open.text}\n${head}`,
      from: open?.from ?? line.from,
      depth,
      lines: (open?.lines ?? 0) + 1,
    }
    if (depth > 0 && open.lines < MOST_JOINED) continue
    yield open
    open = undefined
  }
  if (open !== undefined) yield open
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

const COMMENT = /^\s*(?:#(?!\{|!)|\/\/|--\s|;|\*|rem\s)/i
const ASSIGNED =
  /(?:^|[\s({;])(?:my |our |let (?:mut )?|var |const |local |final |auto |String )?[$@%]?([A-Za-z_]\w{0,40})(?:, ?[$@%]?\w{1,40}){0,3}(?:(?:\.|->|\[)[\w"'\]:-]{1,40}){0,2}(?:\s?:\s?[\w<>&:, ]{1,40})?\s{0,8}(?::=|\|=|\+=|\.=|=(?![=~>]))/g
const DECLARED = /\b(?:my|our)\s{1,3}[$@%](\w{1,40})/
const NAME = /[A-Za-z_]\w{0,40}/g
const NETWORK = /["'`\s](?:curl|wget|nc|ncat|scp|rsync|Invoke-WebRequest|Invoke-RestMethod)\s/i

class LineWalk implements FollowedLines {
  readonly flows: Flow[] = []
  readonly children: Segment[] = []
  readonly #segment: Segment
  readonly #taints = new Map<string, readonly Taint[]>()
  readonly #addresses = new Map<string, WebAddress>()

  constructor(segment: Segment) {
    this.#segment = segment
  }

  take(text: string, from: number): void {
    if (COMMENT.test(text)) return
    const names = [...new Set(text.match(NAME) ?? [])]
    const known = names.flatMap((name) => this.#taints.get(name) ?? [])
    const taints = mergeTaints([{ taints: known }, { taints: taintsOf(text, from) }])
    const address = findAddresses(text)[0] ?? names.map((name) => this.#addresses.get(name)).find(Boolean)
    this.#send(text, from, taints, address)
    this.#run(text, from, taints)
    this.#read(text, from)
    this.#assign(text, taints, address)
  }

  #send(text: string, from: number, taints: readonly Taint[], address: WebAddress | undefined): void {
    const runs = runsIn(text)
    const sink = sendsIn(text) ?? (runs !== undefined && NETWORK.test(text) ? runs : undefined)
    const sent = taints.filter(({ kind }) => kind !== 'download' && kind !== 'decoded')
    if (sink === undefined || sent.length === 0) return
    const at = from + sink.index
    const isInAddress = /https?:[^\s"']{0,200}(?:["']\s{0,3}[.+]|#\{|\$\{|\$\()/.test(text)
    this.flows.push({ sink: 'send', taints: sent, address, segment: this.#segment, at, via: sink.name, isInAddress })
  }

  #run(text: string, from: number, taints: readonly Taint[]): void {
    const sink = runsIn(text)
    if (sink === undefined) return
    const at = from + sink.index
    const arriving = taints.filter(({ kind }) => kind === 'download' || kind === 'decoded')
    const flow = { address: undefined, segment: this.#segment, at, via: 'eval', isInAddress: false }
    if (arriving.length > 0) this.flows.push({ sink: 'run', taints: arriving, ...flow })
    for (const { index, 0: quoted } of text.matchAll(/"[^"\n]{6,2000}"|'[^'\n]{6,2000}'|`[^`\n]{6,2000}`/g)) {
      if (!/[a-z]\s/.test(quoted) || this.children.length >= 50) continue
      const start = from + index + 1
      const as = { kind: 'inline', language: 'shell', via: [...this.#segment.via, sink.name] } as const
      this.children.push(partOf(this.#segment, start, start + quoted.length - 2, as))
    }
  }

  #read(text: string, from: number): void {
    const idiom = readsIn(text)
    const secret = idiom === undefined ? undefined : secretTaint(text, from)
    if (idiom === undefined || secret === undefined) return
    const at = from + idiom.index
    const flow = { address: undefined, segment: this.#segment, at, via: idiom.name.trim(), isInAddress: false }
    this.flows.push({ sink: 'read', taints: [secret], ...flow })
  }

  #assign(text: string, taints: readonly Taint[], address: WebAddress | undefined): void {
    const names = [...text.matchAll(ASSIGNED)].map((match) => match[1])
    if (this.#taints.size >= MOST_NAMES) return
    for (const each of [...names, DECLARED.exec(text)?.[1]]) {
      if (each === undefined) continue
      if (taints.length > 0) this.#taints.set(each, taints)
      if (address !== undefined) this.#addresses.set(each, address)
    }
  }
}

function taintsOf(text: string, at: number): readonly Taint[] {
  const found: Taint[] = []
  const source = sourceKindOf(text)
  if (source !== undefined) {
    const name = source.kind === 'download' ? (findAddresses(text)[0]?.url ?? '') : source.name
    found.push({ kind: source.kind, name, at: at + source.index })
  }
  for (const { name, index } of variablesIn(text))
    if (isCredentialName(name)) found.push({ kind: 'variable', name, at: at + index, isLogin: true })
  const secret = secretTaint(text, at)
  return secret === undefined ? found : [...found, secret]
}

function secretTaint(text: string, at: number): Taint | undefined {
  const secret = secretStoreIn(text.replaceAll('\\', '/'))
  return secret === undefined ? undefined : { kind: 'secret', name: secret.name, store: secret.store, at }
}
