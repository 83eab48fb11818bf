/** Parses the words after `metier` by a command's definition. */

import type { Argument, Command, Input, Option, Piece } from './command.js'
import { GLOBAL_OPTIONS } from './global-options.js'

/** Why words could not be parsed. */
export interface ParseProblem {
  readonly message: string
  /** What `--json` prints, if a contract fixes it. */
  readonly json?: { readonly error: string }
  /** The unknown word, for a suggestion; with its dashes if it is an option. */
  readonly unknown?: string
  /** The value that is none of the allowed ones, for a suggestion. */
  readonly invalid?: { readonly value: string; readonly values: readonly string[] }
}

export type ParseResult = { readonly ok: true; readonly input: Input } | ({ readonly ok: false } & ParseProblem)

/** The options of a command, its own first. */
export function optionsOf(command: Command): readonly Option[] {
  return [...command.options, ...GLOBAL_OPTIONS]
}

/** The index of the word that names the command: the first that is neither an option nor the value of a global one. */
export function findCommandWord(words: readonly string[]): number {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return -1
    if (!word.startsWith('-')) return at
    const option = GLOBAL_OPTIONS.find(({ name, kind }) => word === `--${name}` && kind !== 'flag')
    if (option !== undefined) at++
  }
  return -1
}

/** Parses words without the name of the command. */
export function parseWords(command: Command, words: readonly string[]): ParseResult {
  const sorted = sortWords(words, optionsOf(command))
  if ('message' in sorted) return { ok: false, ...sorted }
  const { given, values } = sorted
  const wrong =
    findExclusion(optionsOf(command), given) ??
    findNeed(optionsOf(command), given) ??
    (given.has('help') ? undefined : countValues(command, values))
  if (wrong !== undefined) return { ok: false, ...wrong }
  return { ok: true, input: createInput(command, sorted) }
}

interface Sorted {
  readonly given: ReadonlyMap<string, readonly string[]>
  readonly values: readonly string[]
  readonly pieces: readonly Piece[]
}

/** No option is a number. */
const NEGATIVE_NUMBER = /^-\d+(?:\.\d+)?$/

function sortWords(words: readonly string[], options: readonly Option[]): Sorted | ParseProblem {
  const given = new Map<string, string[]>()
  const pieces: Piece[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') {
      pieces.push(...words.slice(at + 1).map((value) => ({ words: [value] })))
      break
    }
    if (word === '-' || !word.startsWith('-') || NEGATIVE_NUMBER.test(word)) {
      pieces.push({ words: [word] })
      continue
    }
    const reading = readOption(word, words[at + 1], options)
    if ('message' in reading) return reading
    pieces.push({ words: words.slice(at, at + reading.length), option: reading.name })
    at += reading.length - 1
    given.set(reading.name, [...(given.get(reading.name) ?? []), reading.value])
  }
  const values = pieces.flatMap((piece) => (piece.option === undefined ? piece.words : []))
  return { given, values, pieces }
}

interface OptionReading {
  readonly name: string
  readonly value: string
  /** How many words it took: 2 if the next word is its value. */
  readonly length: number
}

function readOption(word: string, next: string | undefined, options: readonly Option[]): OptionReading | ParseProblem {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1
  const spelled = equals < 0 ? word : word.slice(0, equals)
  const option = options.find(({ name, short, alsoShort }) =>
    [`--${name}`, `-${short}`, `-${alsoShort}`].includes(spelled),
  )
  if (option === undefined) return { message: `unknown option: ${spelled}`, unknown: spelled }
  const { name, kind } = option
  if (kind === 'flag') {
    if (equals >= 0) return { message: `--${name} does not take a value` }
    return { name, value: '', length: 1 }
  }
  const value = equals < 0 ? next : word.slice(equals + 1)
  const isNextOption = equals < 0 && value !== undefined && value !== '-' && value.startsWith('-')
  if (value === undefined || value === '' || isNextOption) {
    return { message: `--${name} needs a value: --${name} ${option.value ?? 'VALUE'}` }
  }
  return complain(option, value) ?? { name, value, length: 1 + Number(equals < 0) }
}

function complain(option: Option, value: string): ParseProblem | undefined {
  const { name, kind, values } = option
  if (kind === 'count' && !isCount(option, value)) {
    const range = option.most === undefined ? `at least ${option.least ?? 1}` : `${option.least ?? 1} to ${option.most}`
    return { message: `--${name} must be a whole number (${range}), not ${value}` }
  }
  if (values !== undefined && !values.includes(value)) {
    return {
      message: `invalid value '${value}' for --${name} (expected ${values.join(', ')})`,
      invalid: { value, values },
    }
  }
  return undefined
}

function isCount({ least = 1, most = Number.POSITIVE_INFINITY }: Option, value: string): boolean {
  return /^(?:0|[1-9]\d{0,8})$/.test(value) && Number(value) >= least && Number(value) <= most
}

function findExclusion(options: readonly Option[], given: Sorted['given']): ParseProblem | undefined {
  for (const { name, excludes = [] } of options) {
    const other = given.has(name) ? excludes.find((candidate) => given.has(candidate)) : undefined
    if (other !== undefined) return { message: `--${name} cannot be used with --${other}` }
  }
  return undefined
}

function findNeed(options: readonly Option[], given: Sorted['given']): ParseProblem | undefined {
  const lone = options.find(({ name, needs }) => given.has(name) && needs !== undefined && !given.has(needs))
  return lone && { message: `--${lone.name} requires --${lone.needs}` }
}

function countValues(command: Command, values: readonly string[]): ParseProblem | undefined {
  const definitions = command.arguments
  for (const [at, definition] of definitions.entries()) {
    const value = values[at]
    if (value === undefined) {
      if (definition.isOptional) continue
      return reportMissing(definition)
    }
    const { name, values: allowed } = definition
    if (allowed !== undefined && !allowed.includes(value)) {
      const message = `invalid ${name} '${value}' (expected ${allowed.join(', ')})`
      return { message, invalid: { value, values: allowed } }
    }
  }
  const surplus = definitions.at(-1)?.isRepeated ? undefined : values[definitions.length]
  return surplus === undefined ? undefined : { message: `unexpected argument '${surplus}'` }
}

function reportMissing({ name, values, whenMissing: error }: Argument): ParseProblem {
  const expected = values === undefined ? '' : ` (expected ${values.join(', ')})`
  return { message: `missing argument ${name}${expected}`, ...(error !== undefined && { json: { error } }) }
}

function createInput(command: Command, { given, values, pieces }: Sorted): Input {
  const options = optionsOf(command)
  const textOf = (name: string): string | undefined => {
    const written = given.get(name)?.at(-1)
    if (written !== undefined) return written
    const fallback = find(options, name).default
    return fallback === undefined ? undefined : String(fallback)
  }
  const rest = (name: string): readonly string[] => {
    const definition = find<Argument>(command.arguments, name)
    const at = command.arguments.indexOf(definition)
    const words = definition.isRepeated ? values.slice(at) : values.slice(at, at + 1)
    return NAMES.has(definition.completes ?? '') && !name.includes('DIR') ? words.map(withoutSlash) : words
  }
  return {
    flag: (name) => given.has(find(options, name).name),
    text: textOf,
    texts: (name) => given.get(find(options, name).name) ?? [],
    count: (name) => {
      const text = textOf(name)
      return text === undefined ? undefined : Number(text)
    },
    argument: (name) => rest(name)[0],
    rest,
    command: command.name,
    pieces,
  }
}

const NAMES: ReadonlySet<string> = new Set(['skills', 'installed'])

/** Shells complete the name of a skill with a slash if there is a directory of that name. */
function withoutSlash(word: string): string {
  return /^[^/]+\/$/.test(word) ? word.slice(0, -1) : word
}

/** A name that the definition does not have is a bug in the command. */
function find<T extends { readonly name: string }>(definitions: readonly T[], name: string): T {
  const definition = definitions.find((candidate) => candidate.name === name)
  if (definition === undefined) throw new RangeError(`the command does not define an option or argument ${name}`)
  return definition
}
