/** Follows a shell script through a real grammar: variables, pipes, substitutions, functions and files by name. */

import type {
  Assignment,
  Command,
  CommandNode,
  CompoundList,
  ParsedScript,
  Redirection,
  Function as ShellFunction,
  Statement,
  Word,
  WordPart,
} from 'unbash'
import type { Segment } from '../text/segment.js'
import { type Call, noteFile, runCommand } from './shell-commands.js'
import { fileTaints, variableTaints } from './shell-sources.js'
import type { ShellState } from './shell-state.js'
import { concatenate, HOLE, mergeTaints, mix, textValue, UNKNOWN, type Value } from './value.js'

export type ParseShell = (text: string) => ParsedScript

const MOST_DEPTH = 12

/** Follows one piece of shell; what it does is added to the state. */
export function followShell(segment: Segment, state: ShellState, parse: ParseShell): void {
  new ShellWalk(segment, state, parse).follow(withoutPrompts(segment.text))
}

/** Prompts of console transcripts become blanks, so that every offset stays. */
function withoutPrompts(text: string): string {
  return text
    .replaceAll('\r', ' ')
    .replace(/^([ \t]*)([$%>#])( )(?=[a-zA-Z./])/gm, (line, indent: string, prompt: string) =>
      prompt === '#' ? line : `${indent}  `,
    )
}

const WRAPPERS = new Set([
  'sudo',
  'doas',
  'command',
  'exec',
  'nohup',
  'time',
  'builtin',
  'nice',
  'stdbuf',
  'unbuffer',
  'setsid',
  'then',
  'do',
  'else',
  '!',
  'time',
  'winpty',
  'caffeinate',
])

type Node = CommandNode | CompoundList | Statement | Word | Statement['command']

class ShellWalk {
  readonly #segment: Segment
  readonly #state: ShellState
  readonly #parse: ParseShell
  #depth = 0
  /** Where text stands that was put together on the way. */
  #base: number | undefined

  constructor(segment: Segment, state: ShellState, parse: ParseShell) {
    this.#segment = segment
    this.#state = state
    this.#parse = parse
  }

  follow(text: string): Value {
    return this.#script(this.#parse(text), undefined)
  }

  #script(script: Pick<ParsedScript, 'commands'>, input: Value | undefined): Value {
    if (this.#depth >= MOST_DEPTH) return UNKNOWN
    this.#depth++
    const outputs = script.commands.map((statement) => this.#node(statement.command, input))
    this.#depth--
    return outputs.length === 1 ? (outputs[0] ?? UNKNOWN) : joinOutputs(outputs)
  }

  #node(node: Node, input: Value | undefined): Value {
    if (--this.#state.budget < 0) return UNKNOWN
    switch (node.type) {
      case 'Pipeline':
        return this.#pipeline((node as Extract<Node, { type: 'Pipeline' }>).commands, input)
      case 'Command':
        return this.#command(node as Command, input)
      case 'Function':
        return this.#define(node as ShellFunction)
      case 'Redirected':
        return this.#redirected(node as Extract<CommandNode, { type: 'Redirected' }>, input)
      default:
        return this.#compound(node, input)
    }
  }

  #pipeline(commands: readonly Node[], input: Value | undefined): Value {
    let passed = input
    for (const command of commands) passed = this.#node(command, passed)
    return passed ?? UNKNOWN
  }

  /** Every other structure: what stands in it is followed, and what its parts give out comes out together. */
  #compound(node: Node, input: Value | undefined): Value {
    if (this.#depth >= MOST_DEPTH) return UNKNOWN
    this.#depth++
    const outputs: Value[] = []
    if (node.type === 'For' || node.type === 'Select') this.#loopVariable(node as Extract<CommandNode, { type: 'For' }>)
    for (const child of childrenOf(node)) {
      if (child.type === 'Word') this.#word(child as Word)
      else if (child.type === 'Statement') outputs.push(this.#node((child as Statement).command, input))
      else if (child.type === 'CompoundList') outputs.push(this.#script(child as CompoundList, input))
      else outputs.push(this.#node(child, input))
    }
    this.#depth--
    return joinOutputs(outputs)
  }

  #loopVariable({ name, wordlist }: Extract<CommandNode, { type: 'For' }>): void {
    const values = (wordlist ?? []).map((word) => this.#word(word))
    // It may be each of them, so it reads like all of them.
    const texts = values.flatMap(({ text }) => (text === undefined ? [] : [text]))
    const text = texts.length === 0 ? undefined : texts.join(' ').slice(0, 4096)
    this.#state.variables.set(name.value, { text, taints: mergeTaints(values) })
  }

  #define(node: ShellFunction): Value {
    this.#state.functions.set(node.name.value, node.body)
    return this.#node(node.body as Node, undefined)
  }

  #redirected(node: Extract<CommandNode, { type: 'Redirected' }>, input: Value | undefined): Value {
    const read = this.#inputOf(node.redirects) ?? input
    const output = this.#node(node.command, read)
    return this.#writeOut(node.redirects, output)
  }

  #command(node: Command, input: Value | undefined): Value {
    for (const prefix of node.prefix) if (prefix.type === 'Assignment') this.#assign(prefix)
    const read = this.#inputOf(node.redirects) ?? input
    if (node.name === undefined) return UNKNOWN
    const words = this.#unwrap([this.#word(node.name), ...node.args.map((word) => this.#argument(word))])
    const [first, ...rest] = words
    const name = baseName(first?.text ?? '')
    const at = this.#base ?? node.pos
    const call: Call = { name, words: rest, input: read, segment: this.#segment, at }
    const output = this.#call(call, first)
    this.#note(node, call, output)
    return this.#writeOut(node.redirects, output)
  }

  #call(call: Call, first: Value | undefined): Value {
    const { name, words, input } = call
    if (name === 'read') {
      for (const { text } of words)
        if (text !== undefined && !text.startsWith('-')) this.#state.variables.set(text, mix([input ?? UNKNOWN]))
      return UNKNOWN
    }
    if (name === 'xargs') return this.#xargs(call)
    if (name === 'export' || name === 'local' || name === 'declare' || name === 'readonly')
      return runCommand(call, this.#state, this.#runText)
    const body = this.#state.functions.get(name)
    if (body !== undefined && this.#depth < 5) return this.#callFunction(body as Node, words, input)
    const isPath = first?.text?.includes('/') === true
    return runCommand(
      isPath && !/^\/(?:usr\/|opt\/|local\/)*s?bin\//.test(first?.text ?? '')
        ? { ...call, name: first?.text ?? name }
        : call,
      this.#state,
      this.#runText,
    )
  }

  /** The input becomes words: `echo … | base64 -d | xargs curl`. */
  #xargs(call: Call): Value {
    const from = call.words.findIndex(({ text }) => text === undefined || !/^-|^\d+$|^\{\}$/.test(text))
    if (from < 0) return call.input ?? UNKNOWN
    const [command, ...words] = this.#unwrap(call.words.slice(from))
    const name = baseName(command?.text ?? '')
    return runCommand({ ...call, name, words: [...words, call.input ?? UNKNOWN] }, this.#state, this.#runText)
  }

  #callFunction(body: Node, words: readonly Value[], input: Value | undefined): Value {
    words.forEach((word, index) => {
      this.#state.variables.set(String(index + 1), word)
    })
    this.#state.variables.set('@', mix(words))
    this.#depth++
    const output = this.#node(body, input)
    this.#depth--
    return output
  }

  readonly #runText = (code: Value, call: Call): Value => {
    if (this.#depth >= MOST_DEPTH || code.text === undefined) return UNKNOWN
    const outer = this.#base
    this.#base = call.at
    const output = this.#script(this.#parse(code.text.replaceAll(HOLE, 'X')), call.input)
    this.#base = outer
    return mix([output, code])
  }

  #note(node: Command, call: Call, output: Value): void {
    if (this.#state.commands.length >= 5000) return
    const writes = node.redirects.flatMap((redirect) =>
      redirect.type === 'Redirect' && redirect.operator.includes('>') && redirect.target !== undefined
        ? [this.#word(redirect.target).text ?? '']
        : [],
    )
    const isInner = this.#base !== undefined
    const text = isInner
      ? `${call.name} ${call.words.map(({ text: word }) => word ?? '').join(' ')}`
      : this.#segment.text.slice(node.pos, node.end)
    const written = call.input?.text ?? output.text ?? ''
    const words = call.words.map(({ text: word }) => word ?? HOLE)
    this.#state.commands.push({
      name: call.name,
      words,
      segment: this.#segment,
      at: call.at,
      end: isInner ? call.at : node.end,
      text,
      writes,
      written,
    })
  }

  #unwrap(words: readonly Value[]): readonly Value[] {
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

  #assign(assignment: Assignment): void {
    const { name, value } = assignment
    const worked = value.type === 'Word' ? this.#word(value) : mix(value.elements.map((word) => this.#word(word)))
    const before = assignment.append === true ? this.#state.variables.get(name) : undefined
    if (this.#state.variables.size < 2000)
      this.#state.variables.set(name, before === undefined ? worked : concatenate([before, worked]))
  }

  #argument(word: Word | Assignment): Value {
    if (word.type === 'Word') return this.#word(word)
    this.#assign(word)
    const value = this.#state.variables.get(word.name) ?? UNKNOWN
    return { text: word.text, taints: value.taints }
  }

  #word(word: Word): Value {
    if (word.parts === undefined) return textValue(word.value)
    return concatenate(word.parts.map((part) => this.#part(part)))
  }

  #part(part: WordPart): Value {
    if (--this.#state.budget < 0) return UNKNOWN
    switch (part.type) {
      case 'DoubleQuoted':
      case 'LocaleString':
        return concatenate(part.parts.length === 0 ? [textValue('')] : part.parts.map((child) => this.#part(child)))
      case 'SimpleExpansion':
        return this.#variable(part.text.slice(1), part.pos)
      case 'ParameterExpansion':
        return this.#parameter(part)
      case 'CommandExpansion':
      case 'ProcessSubstitution': {
        const output = part.script === undefined ? UNKNOWN : this.#script(part.script, undefined)
        return part.type === 'ProcessSubstitution' ? { taints: output.taints } : trimmed(output)
      }
      case 'ArithmeticExpansion':
        return UNKNOWN
      case 'BraceExpansion':
      case 'ExtendedGlob':
      case 'Glob':
        return textValue(part.text)
      default:
        return textValue(part.value)
    }
  }

  #parameter(part: Extract<WordPart, { type: 'ParameterExpansion' }>): Value {
    const known = this.#variable(part.parameter, part.pos)
    const { operation } = part
    if (operation?.type === 'Default' && known.text === undefined)
      return concatenate([this.#word(operation.operand), { taints: known.taints }])
    return operation === undefined || operation.type === 'Default' ? known : { taints: known.taints }
  }

  #variable(name: string, at: number): Value {
    const known = this.#state.variables.get(name)
    if (known !== undefined) return known
    if (name === 'HOME') return textValue('~')
    if (name === 'IFS') return textValue(' ')
    return { taints: variableTaints(name, this.#base ?? at) }
  }

  #inputOf(redirects: readonly Redirection[]): Value | undefined {
    let input: Value | undefined
    for (const redirect of redirects) {
      if (redirect.type === 'HereString')
        input = redirect.target === undefined ? undefined : this.#word(redirect.target)
      else if (redirect.type === 'HereDoc')
        input =
          redirect.body.parts === undefined
            ? textValue(redirect.body.text)
            : concatenate(redirect.body.parts.map((part) => this.#part(part)))
      else if (redirect.operator === '<' && redirect.target !== undefined) {
        const path = this.#word(redirect.target)
        input = { taints: [...path.taints, ...fileTaints(this.#state, path.text ?? '', this.#base ?? redirect.pos)] }
      }
    }
    return input
  }

  #writeOut(redirects: readonly Redirection[], output: Value): Value {
    let isWritten = false
    for (const redirect of redirects) {
      if (redirect.type !== 'Redirect' || !redirect.operator.includes('>') || redirect.target === undefined) continue
      const path = this.#word(redirect.target).text
      if (path === undefined || /^(?:&?\d+|\/dev\/null)$/.test(path)) continue
      noteFile(this.#state, path, output.taints)
      if (redirect.descriptor === undefined) isWritten = true
    }
    return isWritten ? UNKNOWN : output
  }
}

function childrenOf(node: { readonly type: string }): readonly Node[] {
  const children: Node[] = []
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) children.push(...value.filter(isNode))
    else if (isNode(value)) children.push(value)
  }
  return children.sort((a, b) => positionOf(a) - positionOf(b))
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function positionOf(node: Node): number {
  return 'pos' in node ? node.pos : 0
}

function joinOutputs(outputs: readonly Value[]): Value {
  const known = outputs.filter(({ text, taints }) => text !== undefined || taints.length > 0)
  return known.length === 1 ? (known[0] ?? UNKNOWN) : { text: undefined, taints: mergeTaints(known) }
}

function trimmed(value: Value): Value {
  return value.text === undefined ? value : { ...value, text: value.text.trimEnd() }
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function dropWhile(words: readonly Value[], pattern: RegExp): readonly Value[] {
  const from = words.findIndex(({ text }) => text === undefined || !pattern.test(text))
  return from < 0 ? [] : words.slice(from)
}
