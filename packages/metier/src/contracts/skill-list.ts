/** Lists skills within a budget: first the names, then as much of the descriptions as fits. */

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
  const length = findLength(skills, budget - identities)
  return { lines: skills.map((skill) => composeLine(skill, length)), left: 0 }
}

/** Composes `- name: description` on one line. */
export function composeLine({ name, description }: SkillListEntry, length = Number.POSITIVE_INFINITY): string {
  const shown = shorten(toLine(description), length)
  return shown === '' ? `- ${name}` : `- ${name}: ${shown}`
}

/** Shortens a text at a word boundary and marks the cut. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  if (length < SHORTEST) return ''
  const cut = text.slice(0, length - 1)
  const space = cut.lastIndexOf(' ')
  const kept = space > length / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')
  return `${kept.trimEnd()}…`
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
/** A shorter part of a description is useless. */
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

/** Finds the greatest length of descriptions at which all skills fit. */
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
