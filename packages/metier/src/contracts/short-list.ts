/** Lists skills within a number of characters, for texts that MCP clients cut. */

import { composeLine, type SkillListEntry } from './skill-list.js'

/** What to say about skills that are not listed. */
export type DescribeRest = (left: number) => string

/**
 * Lists the skills in the given order. If the descriptions don't fit, all of them get shorter. If those would be too short to tell
 * skills apart, only the first skills have one, further skills are named, and a last line says how many more there are.
 */
export function listWithin(
  skills: readonly SkillListEntry[],
  characters: number,
  describeRest: DescribeRest,
): readonly string[] {
  const length = findLength(skills, characters)
  if (length !== undefined) return skills.map((skill) => composeLine(skill, length))
  const room = characters - describeRest(skills.length).length - 1
  const described = takeLines(
    skills.map((skill) => composeLine(skill, TELLING)),
    room * DESCRIBED_SHARE,
  )
  const others = skills.slice(described.length).map(({ name }) => name)
  const names = takeNames(others, room - measure(described))
  const left = others.length - names.length
  return [
    ...described,
    ...(names.length > 0 ? [`${ALSO}${names.join(', ')}`] : []),
    ...(left > 0 ? [describeRest(left)] : []),
  ]
}

/** The names that fit on one line, in the given order. */
export function takeNames(names: readonly string[], characters: number): readonly string[] {
  let used = ALSO.length
  const first = names.findIndex((name) => {
    used += name.length + SEPARATOR.length
    return used > characters
  })
  return first < 0 ? names : names.slice(0, first)
}

/** A description of this length tells most skills apart. */
const TELLING = 56
/** The share of the room for skills with a description if not all can have one. */
const DESCRIBED_SHARE = 0.6
const ALSO = '- also: '
const SEPARATOR = ', '

/** The greatest length of descriptions at which all skills fit; undefined if it would be too short. */
function findLength(skills: readonly SkillListEntry[], characters: number): number | undefined {
  const fits = (length: number) => measure(skills.map((skill) => composeLine(skill, length))) <= characters
  if (fits(Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY
  if (!fits(TELLING)) return undefined
  let low = TELLING
  let high = skills.reduce((longest, { description }) => Math.max(longest, description.length), TELLING)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

function takeLines(lines: readonly string[], characters: number): readonly string[] {
  let used = 0
  const first = lines.findIndex((line) => {
    used += line.length + 1
    return used > characters
  })
  return first < 0 ? lines : lines.slice(0, first)
}

function measure(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0)
}
