import { describe, expect, test } from 'vitest'
import { isConformantName, isSafeName, nameOfDirectory, suggestConformantName } from '../../src/skill/name.js'

const CONFORMANT = ['a', 'pdf', 'pdf-tools', 'a1-b2-c3', '0', 'x'.repeat(64)]
const SAFE = [
  'PDF',
  'pdf_tools',
  'pdf tools',
  'a--b',
  '-a',
  'a-',
  'a.b',
  '.hidden',
  'x'.repeat(65),
  '数据',
  'crème',
  '🚀',
]
const UNSAFE = [
  ...['', '.', '..', '../x', 'a/b', 'a\\b', 'a..b', '/', '\\', '/etc/passwd', 'C:\\x'],
  ...['a\0b', 'a\nb', 'a\rb', 'a\tb', 'a\u001bb', 'a\u007fb', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'x'.repeat(300)],
]

describe('W-24: a conformant name has lowercase letters, digits and single inner hyphens, 64 characters at most', () => {
  test.each(CONFORMANT)('%j is conformant', (name) => {
    expect(isConformantName(name)).toBe(true)
  })

  test.each([...SAFE, ...UNSAFE])('%j is not', (name) => {
    expect(isConformantName(name)).toBe(false)
  })
})

describe('a safe name is one line without separators and without `..`', () => {
  test.each([...CONFORMANT, ...SAFE])('%j is safe', (name) => {
    expect(isSafeName(name)).toBe(true)
  })

  test.each(UNSAFE)('%j is not', (name) => {
    expect(isSafeName(name)).toBe(false)
  })
})

describe('a folder gives a safe name whatever it is called', () => {
  test.each([
    ['pdf', 'pdf'],
    ['数据', '数据'],
    ['two\nlines', 'two-lines'],
    ['a..b', 'a--b'],
    ['a\\b', 'a-b'],
    ['..', '--'],
    ['', 'skill'],
  ])('%j becomes %j', (directory, name) => {
    expect(nameOfDirectory(directory)).toBe(name)
  })

  test('even a very long one, and never half a character', () => {
    const name = nameOfDirectory(`x${'🚀'.repeat(400)}`)
    expect(isSafeName(name)).toBe(true)
    expect(Buffer.from(name).toString()).toBe(name)
  })
})

describe('a better name is suggested', () => {
  test.each([
    ['PDF Tools', 'pdf-tools'],
    ['crème_brûlée', 'creme-brulee'],
    ['--a--', 'a'],
    ['My Skill!', 'my-skill'],
    [`${'x'.repeat(63)}-y`, 'x'.repeat(63)],
  ])('%j becomes %j', (name, better) => {
    expect(suggestConformantName(name)).toBe(better)
  })

  test.each(['数据', '🚀', '---', ''])('nothing is left of %j', (name) => {
    expect(suggestConformantName(name)).toBeUndefined()
  })
})
