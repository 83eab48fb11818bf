/** Expands the words of a shell script: quotes, variables, substitutions, redirections. */

import type { Assignment, ParsedScript, Redirection, Word, WordPart } from 'unbash'
import { carrier, concatenate, joinWords, mergeTaints, taintedText, textValue, UNKNOWN, type Value } from '../value.js'
import { fileTaints, variableTaints } from './shell-sources.js'
import type { ShellState } from './shell-state.js'

const MOST_VARIABLES = 2000

/** The words of one script; substitutions are followed by the given function. */
export class WordReader {
  readonly #state: ShellState
  readonly #follow: (script: ParsedScript) => Value
  /** A fixed position, for text that was assembled along the way. */
  base: number | undefined

  constructor(state: ShellState, follow: (script: ParsedScript) => Value) {
    this.#state = state
    this.#follow = follow
  }

  word(word: Word): Value {
    if (word.parts === undefined) return textValue(word.value)
    return this.#parts(word.parts)
  }

  /** `NAME=value` as a word reads as written and carries what the value carries. */
  argument(word: Word | Assignment): Value {
    if (word.type === 'Word') return this.word(word)
    this.assign(word)
    return taintedText(word.text, this.#state.variables.get(word.name)?.taints ?? [])
  }

  assign({ name, value, append }: Assignment): void {
    const worked = value.type === 'Word' ? this.word(value) : this.#list(value.elements)
    const before = append === true ? this.#state.variables.get(name) : undefined
    if (this.#state.variables.size >= MOST_VARIABLES) return
    this.#state.variables.set(name, before === undefined ? worked : concatenate([before, worked]))
  }

  #list(elements: readonly Word[]): Value {
    const list = elements.map((word) => this.word(word))
    return withList(joinWords(list), list)
  }

  /** What a command reads through redirection; the last one wins. */
  inputOf(redirects: readonly Redirection[]): Value | undefined {
    return redirects.map((redirect) => this.#input(redirect)).findLast((input) => input !== undefined)
  }

  /** Where a command's output goes; discarded output goes nowhere. */
  outputsOf(redirects: readonly Redirection[]): readonly { readonly path: string; readonly isAll: boolean }[] {
    return redirects.flatMap((redirect) => {
      if (redirect.type !== 'Redirect' || !redirect.operator.includes('>') || redirect.target === undefined) return []
      const path = this.word(redirect.target).text ?? ''
      return [{ path, isAll: redirect.descriptor === undefined }]
    })
  }

  #input(redirect: Redirection): Value | undefined {
    if (redirect.type === 'HereDoc') {
      const { parts, text } = redirect.body
      return parts === undefined ? textValue(text) : this.#parts(parts)
    }
    if (redirect.target === undefined) return undefined
    if (redirect.type === 'HereString') return this.word(redirect.target)
    if (redirect.operator !== '<') return undefined
    const path = this.word(redirect.target)
    return carrier([...path.taints, ...fileTaints(this.#state, path.text ?? '', this.base ?? redirect.pos)])
  }

  #parts(parts: readonly WordPart[]): Value {
    const [only] = parts
    if (only !== undefined && parts.length === 1) return this.#part(only)
    return concatenate(parts.length === 0 ? [textValue('')] : parts.map((part) => this.#part(part)))
  }

  #part(part: WordPart): Value {
    if (--this.#state.budget < 0) return UNKNOWN
    switch (part.type) {
      case 'DoubleQuoted':
      case 'LocaleString':
        return this.#parts(part.parts)
      case 'SimpleExpansion':
        return this.#variable(part.text.slice(1), part.pos)
      case 'ParameterExpansion':
        return this.#parameter(part)
      case 'CommandExpansion':
        return trimmed(part.script === undefined ? UNKNOWN : this.#follow(part.script))
      case 'ProcessSubstitution':
        return carrier(part.script === undefined ? [] : this.#follow(part.script).taints)
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

  #parameter({ parameter, pos, operation, index }: Extract<WordPart, { type: 'ParameterExpansion' }>): Value {
    const known = this.#variable(parameter, pos)
    if (operation?.type === 'Default' && known.text === undefined) {
      const fallback = this.word(operation.operand)
      return taintedText(fallback.text, mergeTaints([fallback, known]))
    }
    // One element of a list, or all of them.
    if (index !== undefined && operation === undefined) return elementOf(known, index.value)
    return operation === undefined || operation.type === 'Default' ? known : carrier(known.taints)
  }

  #variable(name: string, at: number): Value {
    const known = this.#state.variables.get(name)
    if (known !== undefined) return known
    if (name === 'HOME') return textValue('~')
    if (name === 'IFS') return textValue(' ')
    if (name === 'SHELL' || name === 'BASH') return textValue('/bin/bash')
    return carrier(variableTaints(name, this.base ?? at))
  }
}

/** A substitution loses its trailing newlines. */
function trimmed(value: Value): Value {
  return value.text === undefined ? value : { ...value, text: value.text.trimEnd() }
}

function withList({ text, reference, callable, fields, taints }: Value, list: readonly Value[]): Value {
  return { text, list, reference, callable, fields, taints }
}

function elementOf(value: Value, index: string): Value {
  if (index === '@' || index === '*') return value
  return value.list?.[Number(index)] ?? carrier(value.taints)
}
