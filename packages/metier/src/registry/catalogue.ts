/** Renders the list of skills for a model: within a budget, names first, and with a note about what was cut. */

import { findFittingLength, longestOf, shorten, type WeighedText } from '../skill/text/shorten.js'
import { estimateTokens, weighText } from '../skill/text/tokens.js'

export interface CatalogueSkill {
  readonly name: string
  readonly description: string
  /** The path of the instructions, for a model that reads files itself. */
  readonly location?: string
}

/** The list of skills for a system prompt, with its size. */
export interface Catalogue {
  readonly text: string
  readonly tokens: number
  readonly listed: number
  /** The number of shortened descriptions. */
  readonly shortened: number
  /** The number of skills that are left out. */
  readonly left: number
}

/** Renders the block for a system prompt; empty if there are no skills. */
export function renderCatalogue(skills: readonly CatalogueSkill[], budget: number): Catalogue {
  if (skills.length === 0) return { text: '', tokens: 0, listed: 0, shortened: 0, left: 0 }
  // If everything may fit, composing it once is the way to find out.
  const least = sum(skills.map(({ name, description }) => name.length + description.length)) / 4
  const whole = least <= budget ? compose(skills, Number.POSITIVE_INFINITY, skills.length) : undefined
  if (whole !== undefined && whole.tokens <= budget) return whole
  const room = budget - FRAME_TOKENS
  const identities = skills.map(weighIdentity)
  const rest = room - sum(identities)
  if (rest < 0) return compose(skills, 0, countFitting(identities, room))
  const weights = skills.map(weighDescription)
  let length = findFittingLength(weights, rest)
  let catalogue = compose(skills, length, skills.length)
  // The beginning of a text may cost more than its share: Chinese before English, or characters that XML escapes.
  while (catalogue.tokens > budget && length > 0) {
    length = Math.floor(Math.min(length, longestOf(weights)) * SHORTER)
    catalogue = compose(skills, length, skills.length)
  }
  return catalogue
}

const SHORTER = 0.9

/** Tokens for the tags around the list and the note below it. */
const FRAME_TOKENS = 32
const TAGS_TOKENS = 8

function weighIdentity(skill: CatalogueSkill): number {
  return weighText(`${composeSkill(skill, '')}\n`)
}

function weighDescription({ description }: CatalogueSkill): WeighedText {
  return { length: description.length, tokens: weighText(escapeXml(description)) + TAGS_TOKENS }
}

function countFitting(identities: readonly number[], room: number): number {
  let used = 0
  const first = identities.findIndex((identity) => {
    used += identity
    return used > room
  })
  return first < 0 ? identities.length : first
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function compose(skills: readonly CatalogueSkill[], length: number, listed: number): Catalogue {
  let shortened = 0
  const lines = ['<available_skills>']
  for (const skill of skills.slice(0, listed)) {
    const description = shorten(skill.description, length)
    if (description !== skill.description) shortened++
    lines.push(composeSkill(skill, description))
  }
  lines.push('</available_skills>')
  const left = skills.length - listed
  if (left > 0) lines.push(`${left} more skills are not listed here; search for them by what you need.`)
  else if (shortened > 0) lines.push(`${shortened} descriptions are shortened; the skill itself says more.`)
  const text = lines.join('\n')
  return { text, tokens: estimateTokens(text), listed, shortened, left }
}

function composeSkill({ name, location }: CatalogueSkill, description: string): string {
  let text = `  <skill>\n    <name>${escapeXml(name)}</name>\n`
  if (description !== '') text += `    <description>${escapeXml(description)}</description>\n`
  if (location !== undefined) text += `    <location>${escapeXml(location)}</location>\n`
  return `${text}  </skill>`
}

/** Escapes text, so that a skill cannot close its own tag. */
export function escapeXml(text: string): string {
  // Test with `search` first: most texts need no replacement, which costs more even then.
  return text.search(SPECIAL) < 0 ? text : text.replace(SPECIAL, (character) => ENTITIES[character] ?? '\ufffd')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f]/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
