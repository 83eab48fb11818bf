/** Lists skills within a budget: first the names, then as much of the descriptions as fits. */

import { findFittingLength, shorten } from '../skill/text/shorten.js'
import { weighText } from '../skill/text/tokens.js'

export interface SkillListEntry {
  readonly name: string
  readonly description: string
}

export interface SkillList {
  /** `- name: description`, one line per skill, and a last line if some are left out. */
  readonly lines: readonly string[]
  /** The number of skills that are left out. */
  readonly left: number
}

/** Composes the list of skills for a tool's description, within a budget of tokens. */
export function listSkills(skills: readonly SkillListEntry[], budget: number): SkillList {
  const names = skills.map(({ name }) => weighText(name) + MARKS)
  const identities = sum(names)
  if (identities > budget) return listNames(skills, names, budget - LAST_LINE)
  const descriptions = skills.map(({ description }) => ({ length: description.length, tokens: weighText(description) }))
  const length = findFittingLength(descriptions, budget - identities)
  return { lines: skills.map((skill) => composeLine(skill, length)), left: 0 }
}

/** Composes `- name: description` on one line. */
export function composeLine({ name, description }: SkillListEntry, length = Number.POSITIVE_INFINITY): string {
  const shown = shorten(toLine(description), length)
  return shown === '' ? `- ${name}` : `- ${name}: ${shown}`
}

/** Replaces line breaks: a description must not start a new line, which could pass for another skill. */
export function toLine(text: string): string {
  return BREAKING.test(text) ? text.replace(BREAKS, ' ').trim() : text
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const BREAKING = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
const BREAKS = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** Tokens for the dash, the colon and the end of a line. */
const MARKS = 1.5
/** Tokens for the line about skills that are left out. */
const LAST_LINE = 24

function listNames(skills: readonly SkillListEntry[], weights: readonly number[], room: number): SkillList {
  let used = 0
  let listed = 0
  for (const weight of weights) {
    used += weight
    if (used > room) break
    listed++
  }
  const left = skills.length - listed
  const lines = skills.slice(0, listed).map(({ name }) => `- ${name}`)
  return { lines: [...lines, `${left} more skills are not listed here; \`skills\` search finds them.`], left }
}

function sum(numbers: readonly number[]): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
