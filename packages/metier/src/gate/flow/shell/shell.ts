/** Follows a shell script with a real grammar: variables, pipes, substitutions, functions and files by name. */

import type { Assignment, Command, CommandNode, ParsedScript, Function as ShellFunction, Word } from 'unbash'
import type { Segment } from '../../text/segment.js'
import {
  carrier,
  concatenate,
  eachOf,
  HOLE,
  listValue,
  mergeTaints,
  mix,
  taintedText,
  textValue,
  UNKNOWN,
  type Value,
} from '../value.js'
import { noteFile, type ShellCall } from './shell-call.js'
import { runCommand } from './shell-commands.js'
import { toShell } from './shell-dialects.js'
import { WordReader } from './shell-expand.js'
import { writeToSocket } from './shell-network.js'
import { childrenOf, type Node } from './shell-nodes.js'
import type { ShellState } from './shell-state.js'

export type ParseShell = (text: string) => ParsedScript

const MOST_DEPTH = 12
/** Maximum depth of calls to the script's own functions. */
const MOST_CALLS = 5
const MOST_COMMANDS = 5000
const MOST_SPLIT = 200
/** Shared: most commands write to no file. */
const NOWHERE: readonly string[] = []

/** Follows one piece of shell and adds its effects to the state. */
export function followShell(segment: Segment, state: ShellState, parse: ParseShell): void {
  new ShellWalk(segment, state, parse).follow(toShell(segment))
}

/** Prefixes that run the command after them. */
const WRAPPERS = new Set(
  'sudo doas command exec nohup time builtin nice stdbuf unbuffer setsid then do else ! winpty caffeinate RUN CMD ENTRYPOINT'.split(
    ' ',
  ),
)
/** A full path to a program is the program. */
const PROGRAMS = /^\/(?:usr\/|opt\/|local\/)*s?bin\//

class ShellWalk {
  readonly #segment: Segment
  readonly #state: ShellState
  readonly #parse: ParseShell
  readonly #words: WordReader
  #depth = 0

  constructor(segment: Segment, state: ShellState, parse: ParseShell) {
    this.#segment = segment
    this.#state = state
    this.#parse = parse
    this.#words = new WordReader(state, (script) => this.#script(script, undefined))
  }

  follow(text: string): Value {
    return this.#script(this.#parse(text), undefined)
  }

  #script({ commands }: Pick<ParsedScript, 'commands'>, input: Value | undefined): Value {
    if (this.#depth >= MOST_DEPTH) return UNKNOWN
    this.#depth++
    const outputs = commands.map((statement) => this.#node(statement.command, input))
    this.#depth--
    return joinOutputs(outputs)
  }

  #node(node: Node, input: Value | undefined): Value {
    if (--this.#state.budget < 0) return UNKNOWN
    switch (node.type) {
      case 'Pipeline':
        return (
          node.commands.reduce((passed: Value | undefined, command) => this.#node(command, passed), input) ?? UNKNOWN
        )
      case 'Command':
        return this.#command(node, input)
      case 'Function':
        return this.#define(node)
      case 'Redirected':
        return this.#redirected(node, input)
      case 'Statement':
        return this.#node(node.command, input)
      case 'CompoundList':
        return this.#script(node, input)
      default:
        return this.#compound(node, input)
    }
  }

  /** Every other structure: its parts are followed, and their outputs are combined. */
  #compound(node: Node, input: Value | undefined): Value {
    if (this.#depth >= MOST_DEPTH) return UNKNOWN
    this.#depth++
    if (node.type === 'For' || node.type === 'Select') this.#loopVariable(node)
    const outputs = childrenOf(node).map((child) => {
      if (child.type === 'Word') this.#words.word(child)
      return child.type === 'Word' ? UNKNOWN : this.#node(child, input)
    })
    this.#depth--
    return joinOutputs(outputs)
  }

  /** It may be any of the words, so it reads like all of them. */
  #loopVariable({ name, wordlist }: Extract<CommandNode, { type: 'For' | 'Select' }>): void {
    const list = (wordlist ?? []).map((word) => this.#words.word(word))
    const { text, taints } = eachOf(listValue(list))
    this.#state.variables.set(name.value, taintedText(text, taints))
  }

  #define({ name, body }: ShellFunction): Value {
    this.#state.functions.set(name.value, body)
    return this.#node(body, undefined)
  }

  #redirected({ command, redirects }: Extract<CommandNode, { type: 'Redirected' }>, input: Value | undefined): Value {
    const read = this.#words.inputOf(redirects)
    if (read !== undefined) this.#noteRead(read, command.pos)
    const output = this.#node(command, read ?? input)
    return this.#writeOut(this.#words.outputsOf(redirects), output, command.pos)
  }

  #command(node: Command, input: Value | undefined): Value {
    for (const prefix of node.prefix) if (prefix.type === 'Assignment') this.#words.assign(prefix)
    const read = this.#words.inputOf(node.redirects) ?? input
    // `$(<file)` is the file's content.
    if (node.name === undefined && read !== undefined) this.#noteRead(read, node.pos)
    if (node.name === undefined) return read ?? UNKNOWN
    const words = unwrap([node.name, ...node.args].flatMap((word) => this.#split(word)))
    const [first, ...rest] = words
    const name = baseName(first?.text ?? '')
    const call: ShellCall = { name, words: rest, input: read, segment: this.#segment, at: this.#words.base ?? node.pos }
    const output = this.#call(call, first?.text)
    const outputs = this.#words.outputsOf(node.redirects)
    const writes = outputs.length === 0 ? NOWHERE : outputs.map(({ path }) => path)
    this.#note(node, call, output, writes)
    return this.#writeOut(outputs, output, node.pos)
  }

  /** A list expands to one word per element, and a bare variable is split at white space. */
  #split(word: Word | Assignment): readonly Value[] {
    const value = this.#words.argument(word)
    if (value.list !== undefined) return value.list
    const parts = word.type === 'Word' ? (word.parts ?? []) : []
    const isBare =
      (parts.length === 1 && /Expansion$/.test(parts[0]?.type ?? '')) ||
      parts.some(({ type, text }) => /Expansion$/.test(type) && /^\$\{?IFS\b/.test(text))
    if (!isBare || value.text === undefined || !/\s/.test(value.text.trim())) return [value]
    const words = value.text.trim().split(/\s+/).slice(0, MOST_SPLIT)
    return words.map((text) => taintedText(text, value.taints))
  }

  #call(call: ShellCall, written: string | undefined): Value {
    const { name, words, input } = call
    if (name === 'read') return this.#read(words, input)
    if (name === 'xargs') return this.#xargs(call)
    const body = this.#state.functions.get(name)
    if (body !== undefined && this.#depth < MOST_CALLS) return this.#callFunction(body, words, input)
    // A path that is not a program is a file, perhaps one that was just downloaded.
    const isFile = written?.includes('/') === true && !PROGRAMS.test(written)
    return runCommand(isFile ? { ...call, name: written } : call, this.#state, this.#runText)
  }

  #read(words: readonly Value[], input: Value | undefined): Value {
    for (const { text } of words) {
      if (text !== undefined && !text.startsWith('-')) this.#state.variables.set(text, mix([input ?? UNKNOWN]))
    }
    return UNKNOWN
  }

  /** The input becomes words: `echo … | base64 -d | xargs curl`. */
  #xargs(call: ShellCall): Value {
    const from = call.words.findIndex(({ text }) => text === undefined || !/^-|^\d+$|^\{\}$/.test(text))
    if (from < 0) return call.input ?? UNKNOWN
    const [command, ...words] = unwrap(call.words.slice(from))
    const name = baseName(command?.text ?? '')
    const input = call.input ?? UNKNOWN
    // `xargs -I{} sh -c '{}'` names the placeholder for the input.
    const isPlaced = words.some(({ text }) => text?.includes('{}'))
    const given = isPlaced ? words.map((word) => fillIn(word, input)) : [...words, input]
    return runCommand({ ...call, name, words: given }, this.#state, this.#runText)
  }

  #callFunction(body: Node, words: readonly Value[], input: Value | undefined): Value {
    this.#depth++
    const output = this.#withArguments(words, () => this.#node(body, input))
    this.#depth--
    return output
  }

  /** A function has arguments of its own; those of the one that calls it hold again afterwards. */
  #withArguments(words: readonly Value[], run: () => Value): Value {
    const { variables } = this.#state
    const names = [...variables.keys()].filter((name) => /^(?:\d{1,2}|@)$/.test(name))
    const before = names.map((name) => [name, variables.get(name) ?? UNKNOWN] as const)
    for (const name of names) variables.delete(name)
    for (const [index, word] of words.entries()) variables.set(String(index + 1), word)
    variables.set('@', mix(words))
    const output = run()
    for (let index = 1; index <= words.length; index++) variables.delete(String(index))
    variables.delete('@')
    for (const [name, value] of before) variables.set(name, value)
    return output
  }

  /** Text that a shell runs; all of it is positioned where the shell was called. */
  readonly #runText = (code: Value, call: ShellCall): Value => {
    if (this.#depth >= MOST_DEPTH || code.text === undefined) return UNKNOWN
    const outer = this.#words.base
    this.#words.base = call.at
    const output = this.#script(this.#parse(code.text.replaceAll(HOLE, 'X')), call.input)
    this.#words.base = outer
    return mix([output, code])
  }

  #noteRead({ taints }: Value, at: number): void {
    const secrets = taints.filter(({ kind }) => kind === 'secret')
    if (secrets.length === 0) return
    const place = { segment: this.#segment, at: this.#words.base ?? at }
    this.#state.flows.push({
      sink: 'read',
      taints: secrets,
      address: undefined,
      ...place,
      via: '<',
      isInAddress: false,
    })
  }

  #note(node: Command, { name, words, segment, at, input }: ShellCall, output: Value, writes: readonly string[]): void {
    if (this.#state.commands.length >= MOST_COMMANDS) return
    const texts = words.map(({ text }) => text ?? HOLE)
    const isInner = this.#words.base !== undefined
    this.#state.commands.push({
      name,
      words: texts,
      segment,
      at,
      end: isInner ? at : node.end,
      text: isInner ? `${name} ${texts.join(' ')}` : segment.text.slice(node.pos, node.end),
      writes,
      written: input?.text ?? output.text ?? '',
    })
  }

  #writeOut(outputs: readonly { readonly path: string; readonly isAll: boolean }[], output: Value, at: number): Value {
    const call = { name: '', words: [], input: undefined, segment: this.#segment, at: this.#words.base ?? at }
    for (const { path } of outputs) writeToSocket(call, this.#state, path, output)
    const files = outputs.filter(({ path }) => path !== '' && !/^(?:&?\d+|\/dev\/null)$/.test(path))
    for (const { path } of files) noteFile(this.#state, path, output.taints)
    return files.some(({ isAll }) => isAll) ? UNKNOWN : output
  }
}

function fillIn(word: Value, input: Value): Value {
  const [before, after] = word.text?.split('{}') ?? []
  if (before === undefined || after === undefined) return word
  return concatenate([textValue(before), input, textValue(after)])
}

function joinOutputs(outputs: readonly Value[]): Value {
  const known = outputs.filter(({ text, taints }) => text !== undefined || taints.length > 0)
  return known.length === 1 ? (known[0] ?? UNKNOWN) : carrier(mergeTaints(known))
}

function unwrap(words: readonly Value[]): readonly Value[] {
  let rest = words
  for (let round = 0; round < 6; round++) {
    const name = baseName(rest[0]?.text ?? '')
    if (name === 'timeout') rest = rest.slice(2)
    else if (name === 'env' && rest.length > 1) rest = dropWhile(rest.slice(1), /^-|^[A-Za-z_]\w*=/)
    else if (WRAPPERS.has(name)) rest = dropWhile(rest.slice(1), /^-/)
    else return rest
  }
  return rest
}

function dropWhile(words: readonly Value[], pattern: RegExp): readonly Value[] {
  const from = words.findIndex(({ text }) => text === undefined || !pattern.test(text))
  return from < 0 ? [] : words.slice(from)
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
