/** Broken YAML never invents a name: what is not certainly the author's name is replaced by the directory's. */

import { describe, expect, test } from 'vitest'
import { fixSkill } from '../../src/skill/fix/fix.js'
import { readYaml } from '../../src/system/yaml.js'
import { parse } from '../support/parsing.js'

const REST = 'description: Tells the weather.\n'

function nameOf(frontmatter: string): string {
  return parse(`---\n${frontmatter}---\nBody\n`, { directory: 'weather' }).name
}

describe('the directory’s name replaces', () => {
  test.each([
    ['an unclosed bracket', `name: [unclosed\n${REST}`],
    ['an unclosed brace', `name: {unclosed\n${REST}`],
    ['an unclosed quote with more than a name', `name: "My Weather\n${REST}`],
    ['a colon in the name', `name: weather: today\n${REST}`],
    ['a reserved first character', `name: @weather\n${REST}`],
    ['an alias of nothing', `name: *weather\n${REST}`],
    ['text after brackets', `name: [weather] tool\n${REST}`],
    ['an unclosed bracket that no repair helps', `name: [unclosed\n${REST}map:\n\tkey: value\n`],
    ['a list', `name: [weather]\n${REST}`],
  ])('%s', (_, frontmatter) => {
    expect(nameOf(frontmatter)).toBe('weather')
  })
})

describe('a name is kept', () => {
  test.each([
    ['if another value had to be quoted', 'name: Forecast Tool\ndescription: Use when: it rains\n', 'Forecast Tool'],
    ['if another line cannot be read', `name: Forecast Tool\n${REST}map:\n\tkey: value\n`, 'Forecast Tool'],
    ['if another line opens a bracket', `name: forecast\n${REST}list: [a, b\n`, 'forecast'],
    ['if only its closing quote is missing', `name: "forecast\n${REST}`, 'forecast'],
    ['if a name deeper down is broken', `name: Forecast Tool\n${REST}metadata:\n  name: [a\n`, 'Forecast Tool'],
  ])('%s', (_, frontmatter, name) => {
    expect(nameOf(frontmatter)).toBe(name)
  })
})

test('the replaced name is reported on its line, and --fix writes the directory’s', () => {
  const text = `---\n${REST}name: [unclosed\n---\nBody\n`
  expect(parse(text, { directory: 'weather' }).diagnostics).toContainEqual(
    expect.objectContaining({ code: 'name_unsafe', line: 3, suggestion: 'Set name: weather' }),
  )
  const fixed = fixSkill(text, { directory: 'weather', readYaml })
  expect(fixed.text).toBe(`---\n${REST}name: weather\n---\nBody\n`)
})
