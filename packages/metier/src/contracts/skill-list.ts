/** Skills as lines of text within a budget: names first, then as much of the descriptions as fits. */

import { weighText } from '../skill/text/tokens.js'

export interface SkillListEntry {
  readonly name: string
  readonly description: string
}

export interface SkillList {
  /** `- name: description`, one line a skill, and a last line where some were left out. */
  readonly lines: readonly string[]
  /** How many skills are not in it. */
  readonly left: number
}

/** The list of skills in a tool's description, of about so many tokens. */
export function listSkills(skills: readonly SkillListEntry[], budget: number): SkillList {
  const names = skills.map(({ name }) => weighText(name) + MARKS)
  const identities = sum(names)
  if (identities > budget) return listNames(skills, names, budget - LAST_LINE)
  const length = findLength(skills, budget - identities)
  return { lines: skills.map((skill) => composeLine(skill, length)), left: 0 }
}

/** `- name: description` on one line, whatever the description holds. */
export function composeLine({ name, description }: SkillListEntry, length = Number.POSITIVE_INFINITY): string {
  const shown = shorten(toLine(description), length)
  return shown === '' ? `- ${name}` : `- ${name}: ${shown}`
}

/** The beginning of a text, ended between words and marked as cut. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  if (length < SHORTEST) return ''
  const cut = text.slice(0, length - 1)
  const space = cut.lastIndexOf(' ')
  const kept = space > length / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')
  return `${kept.trimEnd()}…`
}

/** A description cannot start a line of its own: it could pass for another skill. */
export function toLine(text: string): string {
  return BREAKING.test(text) ? text.replace(BREAKS, ' ').trim() : text
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const BREAKING = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
const BREAKS = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** Tokens of the dash, the colon and the end of a line. */
const MARKS = 1.5
/** Tokens of the line that says what was left out. */
const LAST_LINE = 24
/** Fewer characters of a description say nothing. */
const SHORTEST = 8

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

/** The longest description that every skill may have so that all fit. */
function findLength(skills: readonly SkillListEntry[], room: number): number {
  const weights = skills.map(({ description }) => ({ length: description.length, weight: weighText(description) }))
  const costAt = (limit: number) =>
    sum(weights.map(({ length, weight }) => (length <= limit ? weight : (weight * limit) / length + 1)))
  let high = weights.reduce((longest, { length }) => Math.max(longest, length), 0)
  if (costAt(high) <= room) return Number.POSITIVE_INFINITY
  let low = 0
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (costAt(middle) <= room) low = middle
    else high = middle - 1
  }
  return low
}

function sum(numbers: readonly number[]): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
