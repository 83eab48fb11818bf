/** Turns frontmatter into a name, a description and typed fields: own reader, `yaml`, one repair, fallbacks. */

import { IGNORED_KEY, readTextKeys } from './frontmatter/read-frontmatter.js'
import { LIMITS } from './limits.js'
import { isConformantName, isSafeName, nameOfDirectory } from './name.js'
import { type Repair, repairFrontmatter, salvageFields } from './repair.js'
import { cutText } from './text/cut-text.js'
import { lazyPattern } from './text/lazy-pattern.js'
import { type Report, reviewDescription, reviewName } from './validate.js'

/** The result of a full YAML parser, which is passed in so that it is loaded only if needed. */
interface YamlReading {
  readonly value: unknown
  readonly sources: ReadonlyMap<string, string> | undefined
  readonly problems: readonly {
    readonly kind: keyof typeof PROBLEM_CODES | 'malformed'
    readonly offset: number
    readonly message: string
  }[]
}

const PROBLEM_CODES = {
  duplicate_key: 'key_duplicate',
  unsafe_key: 'key_unsafe',
  feature: 'yaml_feature_ignored',
} as const

export type ReadYaml = (text: string, positions?: Map<string, number>) => YamlReading

export interface Fields {
  readonly name: string
  /** Undefined if the frontmatter has none; the body may provide one. */
  readonly description: string | undefined
  readonly frontmatter: Readonly<Record<string, unknown>>
  readonly sources: ReadonlyMap<string, string> | undefined
  /** The repaired text, if the original was not valid YAML. */
  readonly repaired: string | undefined
}

interface Reading {
  readonly value: Readonly<Record<string, unknown>>
  readonly sources: ReadonlyMap<string, string> | undefined
  readonly repaired?: string
  /** The name is not valid YAML, so the text that was read for it may not be the one that was meant. */
  readonly isNameBroken?: boolean
}

const NOTHING: Reading = { value: Object.freeze({}), sources: undefined }

/** Reads frontmatter text (undefined if there is none) and decides the name; issues go to `report`. */
export function interpretFrontmatter(
  text: string | undefined,
  directory: string | undefined,
  readYaml: ReadYaml | undefined,
  report: Report,
): Fields {
  const reading = text === undefined ? NOTHING : readFields(text, readYaml, report)
  const { value, sources, repaired, isNameBroken = false } = reading
  const description = scalarText(value, sources, 'description', report)
  if (description !== undefined) reviewDescription(description, report)
  const written = scalarText(value, sources, 'name', report)
  // A conformant name is the one that was meant, even if a quote is missing.
  const isUsed = written === undefined || !isNameBroken || isConformantName(written)
  const name = isUsed
    ? settleName(written, directory, text !== undefined, report)
    : replaceName(written, 'is not valid YAML', directory, report)
  return { name, description, frontmatter: value, sources, repaired }
}

function settleName(
  written: string | undefined,
  directory: string | undefined,
  hasFrontmatter: boolean,
  report: Report,
): string {
  if (written !== undefined && written === directory && isConformantName(written)) return written
  if (written !== undefined && (isConformantName(written) || isSafeName(written))) {
    reviewName(written, directory, report)
    return written
  }
  if (written !== undefined) return replaceName(written, 'is unsafe', directory, report)
  const name = nameOfDirectory(directory ?? '')
  if (hasFrontmatter) {
    report('name_missing', '', 'The name is missing; using the directory name instead', `Add name: ${name}`)
  }
  return name
}

function replaceName(written: string, problem: string, directory: string | undefined, report: Report): string {
  const name = nameOfDirectory(directory ?? '')
  const message = `The name ${JSON.stringify(written.slice(0, 80))} ${problem}; using the directory name instead`
  report('name_unsafe', '/name', message, `Set name: ${name}`)
  return name
}

/** A field as trimmed text; numbers and the like as written. */
function scalarText(
  value: Readonly<Record<string, unknown>>,
  sources: ReadonlyMap<string, string> | undefined,
  key: string,
  report: Report,
): string | undefined {
  const scalar = value[key]
  if (scalar === undefined || scalar === null) return undefined
  if (typeof scalar === 'object') {
    report('field_type', `/${key}`, `'${key}' must be text`)
    return undefined
  }
  const text = (typeof scalar === 'string' ? scalar : (sources?.get(`/${key}`) ?? String(scalar))).trim()
  return text === '' ? undefined : wellFormed(text)
}

const halfCharacters = lazyPattern(String.raw`\p{Cs}`, 'gu')

/** In Node 20, but not in the ES library types we compile against. */
type ModernString = string & { isWellFormed(): boolean }

/** An escape can produce half of a surrogate pair, which cannot be encoded as UTF-8. */
function wellFormed(text: string): string {
  return (text as ModernString).isWellFormed() ? text : text.replace(halfCharacters(), '\ufffd')
}

function readFields(text: string, readYaml: ReadYaml | undefined, report: Report): Reading {
  if (text.length > LIMITS.frontmatterBytes) {
    report('frontmatter_too_large', 0, `The frontmatter is larger than ${LIMITS.frontmatterBytes} bytes`)
    return readLines(text.slice(0, LIMITS.frontmatterBytes))
  }
  const reading = readTextKeys(text)
  if (reading.kind === 'mapping') {
    for (const offset of reading.ignored ?? []) report('yaml_feature_ignored', offset, IGNORED_KEY)
    return reading
  }
  if (reading.kind === 'malformed' && reading.code !== 'duplicate_key')
    return repairFields(text, reading, readYaml, report)
  return readForeign(text, readYaml, report, (problem) => repairFields(text, problem, readYaml, report))
}

interface Problem {
  readonly offset: number
  readonly message: string
}

/** Handles what our reader leaves to `yaml`. If that fails too, `otherwise` decides. */
function readForeign(
  text: string,
  readYaml: ReadYaml | undefined,
  report: Report,
  otherwise: (problem: Problem | 'not_mapping') => Reading,
): Reading {
  const reading = readYaml?.(text)
  const malformed = reading?.problems.find(({ kind }) => kind === 'malformed')
  if (reading === undefined || malformed !== undefined) {
    return otherwise(malformed ?? { offset: 0, message: 'no YAML parser available' })
  }
  for (const { kind, offset, message } of reading.problems) {
    if (kind !== 'malformed') report(PROBLEM_CODES[kind], offset, message)
  }
  const { value, sources } = reading
  if (value === null || value === undefined) return NOTHING
  if (typeof value !== 'object' || Array.isArray(value)) return otherwise('not_mapping')
  return { value: value as Readonly<Record<string, unknown>>, sources }
}

/** Tries one repair, then falls back to reading name and description line by line. */
function repairFields(
  text: string,
  problem: Problem | 'not_mapping',
  readYaml: ReadYaml | undefined,
  report: Report,
): Reading {
  const { offset, message } = problem === 'not_mapping' ? NOT_MAPPING : problem
  const repair = repairFrontmatter(text)
  const fixed = repair === undefined ? undefined : readQuietly(repair.text, readYaml)
  if (repair !== undefined && fixed !== undefined) {
    const done = `The frontmatter is not valid YAML: ${message}. Parsed after ${describeRepair(repair)}`
    report('frontmatter_repaired', offset, done, suggestRepair(repair))
    return { ...fixed, repaired: repair.text, isNameBroken: repair.quotesName }
  }
  if (problem === 'not_mapping') {
    const suggestion = "Write one 'field: value' per line"
    report('frontmatter_not_mapping', 0, 'The frontmatter is not a mapping of fields', suggestion)
    return NOTHING
  }
  const isTab = text.charAt(offset) === '\t'
  const suggestion = isTab
    ? 'Indent with two spaces per level, not tabs'
    : 'Quote values that contain a colon or a special character'
  report('frontmatter_malformed', offset, `The frontmatter is not valid YAML: ${message}`, suggestion)
  return readLines(text)
}

function readLines(text: string): Reading {
  const { fields, isNameBroken } = salvageFields(text)
  return { value: fields, sources: undefined, isNameBroken }
}

const NOT_MAPPING: Problem = { offset: 0, message: 'it is not a mapping of fields' }

function describeRepair({ keys, spaced }: Repair): string {
  const quoted = keys.length === 0 ? [] : [`quoting ${nameValues(keys)}`]
  const separated = spaced.length === 0 ? [] : [`adding a space after ${nameKeys(spaced)}`]
  return [...separated, ...quoted].join(' and ')
}

function suggestRepair({ keys, spaced }: Repair): string {
  if (spaced.length > 0) return 'Write a space after each colon'
  return keys.length === 1 ? 'Quote the value' : 'Quote the values'
}

const MOST_NAMED = 5
const LONGEST_KEY = 40

/** A diagnostic has one position, where parsing stopped, so the message lists everything that was quoted. */
function nameValues(keys: readonly string[]): string {
  return `the value${keys.length === 1 ? '' : 's'} of ${nameKeys(keys)}`
}

function nameKeys(keys: readonly string[]): string {
  const names = [...new Set(keys.map((key) => (key === '' ? 'a list item' : `'${cutText(key, LONGEST_KEY)}'`)))]
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`
}

function readQuietly(text: string, readYaml: ReadYaml | undefined): Reading | undefined {
  const reading = readTextKeys(text)
  if (reading.kind === 'mapping') return reading
  if (reading.kind === 'malformed' && reading.code !== 'duplicate_key') return undefined
  const ignore = () => undefined
  const foreign = readForeign(text, readYaml, ignore, () => NOTHING)
  return foreign === NOTHING ? undefined : foreign
}
