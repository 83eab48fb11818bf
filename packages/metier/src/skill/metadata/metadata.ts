/** Reads everything in a frontmatter other than name and description, in any of the spellings authors use. */

import { isRecord } from '../unknown-value.js'
import { type Blocks, gatherBlocks } from './blocks.js'
import { collectInstall } from './install.js'
import { reviewKeys } from './misspelled-keys.js'
import { type InstallEntry, NO_NAMES, type Requirements } from './requirements.js'
import { collectRequirements } from './requires.js'
import { splitToolNames } from './tool-names.js'
import {
  below,
  type FrontmatterMapping,
  outermost,
  type PlacedValue,
  pointerOf,
  type ReportIssue,
  readBoolean,
  type Sources,
  scalarText,
  textList,
  withoutRepeats,
} from './values.js'

/** Everything in a frontmatter other than name and description. */
export interface SkillTraits {
  readonly requirements: Requirements
  readonly install: readonly InstallEntry[]
  readonly emoji?: string
  readonly homepage?: string
  readonly version?: string
  readonly author?: string
  readonly license?: string
  readonly compatibility?: string
  readonly whenToUse?: string
  readonly argumentHint?: string
  readonly model?: string
  readonly context?: string
  readonly agent?: string
  readonly tags: readonly string[]
  readonly triggers: readonly string[]
  /** Tools the author wants to run without a prompt; no effect until the skill is approved. */
  readonly allowedTools: readonly string[]
  readonly arguments: readonly string[]
  readonly userInvocable: boolean
  readonly modelInvocable: boolean
  /** Language → description. */
  readonly localisedDescriptions: Readonly<Record<string, string>>
}

/** The part of a frontmatter that decides eligibility. */
export interface GateFields {
  readonly requirements: Requirements
  readonly userInvocable: boolean
  readonly modelInvocable: boolean
}

type SharedText = 'emoji' | 'homepage' | 'version' | 'author' | 'license'
type OwnText = 'compatibility' | 'whenToUse' | 'argumentHint' | 'model' | 'context' | 'agent'

/** Text keys allowed at the top level only, the usual spelling first. */
const OWN_TEXTS: readonly (readonly [OwnText, readonly string[]])[] = [
  ['compatibility', ['compatibility']],
  ['whenToUse', ['when_to_use', 'when-to-use', 'whenToUse']],
  ['argumentHint', ['argument-hint', 'argument_hint', 'argumentHint']],
  ['model', ['model']],
  ['context', ['context']],
  ['agent', ['agent']],
]
/** Text keys also allowed below `metadata`. */
const SHARED_TEXTS: readonly SharedText[] = ['emoji', 'homepage', 'version', 'author', 'license']

/** Spellings of the two switches. */
export const SWITCHES: ReadonlyMap<string, 'userInvocable' | 'modelInvocable'> = new Map([
  ['user-invocable', 'userInvocable'],
  ['user_invocable', 'userInvocable'],
  ['userInvocable', 'userInvocable'],
  ['disable-model-invocation', 'modelInvocable'],
  ['disable_model_invocation', 'modelInvocable'],
  ['disableModelInvocation', 'modelInvocable'],
])

const SWITCHED_ON = Object.freeze({ userInvocable: true, modelInvocable: true })
const IGNORE: ReportIssue = () => undefined

/** Reads everything. Each issue goes to `report` with a JSON pointer, so the caller can find its line. */
export function readTraits(frontmatter: FrontmatterMapping, sources: Sources, report?: ReportIssue): SkillTraits {
  const tell = report ?? IGNORE
  const blocks = gatherBlocks(frontmatter, tell)
  if (report !== undefined) reviewKeys(frontmatter, report)
  const top = outermost(frontmatter)
  const list = (...keys: readonly string[]) =>
    withoutRepeats(keys.flatMap((key) => textList(below(top, key, frontmatter[key]), sources)))
  const tags = list('tags', 'keywords')
  return {
    requirements: collectRequirements(blocks, sources, tell),
    install: collectInstall(blocks, sources, report),
    ...readTexts(frontmatter, top, blocks, sources),
    tags: tags.length > 0 ? tags : textList(blocks.fields.get('tags'), sources),
    triggers: readTriggers(frontmatter, top, sources),
    allowedTools: readAllowedTools(frontmatter, top, sources, tell),
    arguments: list('arguments').flatMap((name) => name.split(/\s+/)),
    ...readSwitches(frontmatter, tell),
    localisedDescriptions: readLocalised(frontmatter, blocks),
  }
}

/** Reads only the emoji. */
export function readEmoji(frontmatter: FrontmatterMapping, sources: Sources): string | undefined {
  const place = gatherBlocks(frontmatter, IGNORE).fields.get('emoji')
  return scalarText(below(outermost(frontmatter), 'emoji', frontmatter.emoji), sources) ?? sharedText(place, sources)
}

/** Reads only what decides eligibility. */
export function readRequirements(frontmatter: FrontmatterMapping, sources: Sources): GateFields {
  const requirements = collectRequirements(gatherBlocks(frontmatter, IGNORE), sources, IGNORE)
  return { requirements, ...readSwitches(frontmatter, IGNORE) }
}

function readTexts(
  frontmatter: FrontmatterMapping,
  top: PlacedValue,
  blocks: Blocks,
  sources: Sources,
): Partial<Record<OwnText | SharedText, string>> {
  const texts: Partial<Record<OwnText | SharedText, string>> = {}
  for (const [trait, keys] of OWN_TEXTS) {
    const key = keys.find((candidate) => frontmatter[candidate] !== undefined)
    const text = key === undefined ? undefined : scalarText(below(top, key, frontmatter[key]), sources)
    if (text !== undefined) texts[trait] = text
  }
  for (const trait of SHARED_TEXTS) {
    const own = scalarText(below(top, trait, frontmatter[trait]), sources)
    const text = own ?? sharedText(blocks.fields.get(trait), sources)
    if (text !== undefined) texts[trait] = text
  }
  return texts
}

/** A text, or the `name` of a mapping: authors use both forms. */
function sharedText(place: PlacedValue | undefined, sources: Sources): string | undefined {
  if (place === undefined) return undefined
  return scalarText(isRecord(place.value) ? below(place, 'name', place.value.name) : place, sources)
}

/** Values are phrases, so a comma does not separate them. */
function readTriggers(frontmatter: FrontmatterMapping, top: PlacedValue, sources: Sources): readonly string[] {
  const key = ['triggers', 'trigger', 'read_when'].find((candidate) => frontmatter[candidate] !== undefined)
  if (key === undefined) return NO_NAMES
  const place = below(top, key, frontmatter[key])
  if (Array.isArray(place.value)) return textList(place, sources)
  const text = scalarText(place, sources)
  return text === undefined ? NO_NAMES : [text]
}

function readAllowedTools(
  frontmatter: FrontmatterMapping,
  top: PlacedValue,
  sources: Sources,
  report: ReportIssue,
): readonly string[] {
  const key = ['allowed-tools', 'allowed_tools', 'allowedTools'].find((name) => frontmatter[name] !== undefined)
  if (key === undefined) return NO_NAMES
  const place = below(top, key, frontmatter[key])
  if (typeof place.value !== 'string') return textList(place, sources)
  const names = splitToolNames(place.value)
  if (names.length > 1 && place.value.includes(',') && names.join(' ') !== place.value.trim().replaceAll(/\s+/g, ' ')) {
    const message = `'${key}' separates tools with commas, not spaces`
    report('allowed_tools_form', pointerOf(place), message, `Write ${key}: ${names.join(' ')}`)
  }
  return withoutRepeats(names)
}

/** Who may start a skill, according to its frontmatter. */
function readSwitches(frontmatter: FrontmatterMapping, report: ReportIssue): Omit<GateFields, 'requirements'> {
  let switches: Omit<GateFields, 'requirements'> = SWITCHED_ON
  for (const key in frontmatter) {
    const name = SWITCHES.get(key)
    if (name === undefined) continue
    const value = readBoolean(frontmatter[key])
    if (value !== undefined) switches = { ...switches, [name]: name === 'modelInvocable' ? !value : value }
    else report('field_type', `/${key}`, `'${key}' must be true or false`, `Write ${key}: true`)
  }
  return switches
}

const NO_DESCRIPTIONS: Readonly<Record<string, string>> = Object.freeze({})
const LOCALISED_KEY = /^description[_-]([A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*)$/

/** `description_zh`, `descriptions: { zh: … }` and `i18n: { zh: { description: … } }`. */
function readLocalised(frontmatter: FrontmatterMapping, blocks: Blocks): Readonly<Record<string, string>> {
  const found = [
    ...entriesOf(blocks.fields.get('i18n')?.value).map(([language, text]) => [
      language,
      isRecord(text) && text.description,
    ]),
    ...entriesOf(blocks.fields.get('descriptions')?.value),
    ...Object.entries(frontmatter).map(([key, text]) => [LOCALISED_KEY.exec(key)?.[1], text]),
  ]
  const descriptions = found.flatMap(([language, text]): [string, string][] =>
    typeof language === 'string' && typeof text === 'string' && text.trim() !== '' ? [[language, text.trim()]] : [],
  )
  return descriptions.length === 0 ? NO_DESCRIPTIONS : Object.fromEntries(descriptions)
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : []
}
