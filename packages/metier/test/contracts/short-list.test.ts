import { describe, expect, test } from 'vitest'
import { listWithin } from '../../src/contracts/short-list.js'

const more = (left: number) => `and ${left} more`
const skills = (count: number, description: string) =>
  Array.from({ length: count }, (_, at) => ({ name: `skill-${at}`, description }))
const lengthOf = (lines: readonly string[]) => lines.join('\n').length

describe('a list within a number of characters', () => {
  test('is whole if everything fits', () => {
    expect(listWithin(skills(2, 'Reads files'), 100, more)).toEqual([
      '- skill-0: Reads files',
      '- skill-1: Reads files',
    ])
  })

  test('shortens the descriptions of all skills before it leaves one out', () => {
    const lines = listWithin(skills(10, 'word '.repeat(40).trim()), 1_000, more)
    expect(lines).toHaveLength(10)
    expect(lines.every((line) => line.endsWith('…'))).toBe(true)
    expect(lengthOf(lines)).toBeLessThanOrEqual(1_000)
  })

  test('describes the first skills, names further ones, and counts the rest', () => {
    const lines = listWithin(skills(200, 'word '.repeat(40).trim()), 1_000, more)
    expect(lines[0]).toMatch(/^- skill-0: word/)
    expect(lines.at(-2)).toMatch(/^- also: skill-\d+, /)
    const named = lines.join('\n').match(/skill-\d+/g)?.length ?? 0
    expect(lines.at(-1)).toBe(`and ${200 - named} more`)
  })

  test.each([60, 100, 300, 2_048])('never has more than %d characters', (characters) => {
    for (const count of [1, 5, 50, 1_000]) {
      expect(
        lengthOf(listWithin(skills(count, 'A long description. '.repeat(20)), characters, more)),
      ).toBeLessThanOrEqual(characters)
    }
  })

  test('a description cannot start a line that passes for another skill', () => {
    const [line] = listWithin([{ name: 'one', description: 'First\n- two: Second' }], 100, more)
    expect(line).toBe('- one: First - two: Second')
  })
})
