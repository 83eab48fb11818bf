import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { substituteArguments } from '../../src/tools/substitute.js'

const directory = '/skills/pdf'
// In two parts, because it is no template of this language.
const SKILL_DIR = `$${'{CLAUDE_SKILL_DIR}'}`
const PLUGIN_ROOT = `$${'{CLAUDE_PLUGIN_ROOT}'}`
const HOME = `$${'{HOME}'}`
const same = (value: string) => value
const findPlugin = () => '/plugins/office'
const fill = (body: string, given?: string) =>
  substituteArguments(body, { arguments: given, directory, findPlugin, escape: same })

test.each([
  ['Do $ARGUMENTS.', 'a b', 'Do a b.'],
  ['Do $1 and $2.', 'a b', 'Do a and b.'],
  ['Do $1.', '"a b" c', 'Do a b.'],
  ['Do $2.', "x 'a b'", 'Do a b.'],
  ['Do $10.', '1 2 3 4 5 6 7 8 9 ten', 'Do ten.'],
  [`Run {baseDir}/x and ${SKILL_DIR}/y.`, undefined, 'Run /skills/pdf/x and /skills/pdf/y.'],
  [`Run ${PLUGIN_ROOT}/x.`, undefined, 'Run /plugins/office/x.'],
  ['Do $ARGUMENTS.', undefined, 'Do .'],
])('%j with %j is %j', (body, given, filled) => {
  expect(fill(body, given)).toBe(filled)
})

describe('a body counts from zero if it uses $0 or $ARGUMENTS[n], as in Claude Code', () => {
  test.each([
    ['Move $0 to $1.', 'a b', 'Move a to b.'],
    ['Move $ARGUMENTS[0] to $ARGUMENTS[1].', 'a b', 'Move a to b.'],
    ['Move $ARGUMENTS[0] to $1.', '"a b" c', 'Move a b to c.'],
    ['All of $ARGUMENTS, then $ARGUMENTS[1].', 'a b', 'All of a b, then b.'],
    ['$0 and $ARGUMENTS[7]', 'a', 'a and $ARGUMENTS[7]'],
    ['$10 and $0', '0 1 2 3 4 5 6 7 8 9 ten', 'ten and 0'],
  ])('%j with %j is %j', (body, given, filled) => {
    expect(fill(body, given)).toBe(filled)
  })

  test.each([
    ['It costs $0.50; do $1.', 'a b', 'It costs $0.50; do a.'],
    ['It costs $05; do $1.', 'a b', 'It costs $05; do a.'],
    ['Do $1 with $ARGUMENTS[x].', 'a b', 'Do a with a b[x].'],
  ])('but %j does not', (body, given, filled) => {
    expect(fill(body, given)).toBe(filled)
  })
})

describe('what is filled in is not looked at again', () => {
  test.each(['$1', '$&', '$$', "$'", '$ARGUMENTS', '{baseDir}', SKILL_DIR, '`id`', '!`id`'])(
    'the argument %s stays as it is',
    (given) => {
      expect(fill('Do $ARGUMENTS twice: $1', given)).toBe(`Do ${given} twice: ${given}`)
    },
  )

  test('nor is a folder of such a name', () => {
    expect(substituteArguments('{baseDir} $1', { arguments: 'x', directory: '/$1/$&', findPlugin, escape: same })).toBe(
      '/$1/$& x',
    )
  })

  test('any argument comes out as it went in', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (given) => {
        expect(fill('<$ARGUMENTS>', given)).toBe(`<${given}>`)
      }),
    )
  })
})

describe('what only looks like a placeholder stays', () => {
  test.each(['awk $1', 'It costs $5.', '$100', '$ARGUMENTS_LIST', HOME, '$0', '{ baseDir }'])('%s', (body) => {
    expect(fill(body)).toBe(body)
  })

  test('a position beyond the arguments', () => {
    expect(fill('$1 costs $5', 'tea')).toBe('tea costs $5')
  })
})

test('arguments that have no place follow the instructions', () => {
  expect(fill('Do it.\n', 'now')).toBe('Do it.\n\nARGUMENTS: now')
  expect(fill('Do it.\n', '')).toBe('Do it.\n')
})

test('what is filled in is escaped, and nothing else', () => {
  const shout = (value: string) => value.toUpperCase()
  const filled = substituteArguments('do $1 in {baseDir}', { arguments: 'this', directory, findPlugin, escape: shout })
  expect(filled).toBe('do THIS in /SKILLS/PDF')
  expect(substituteArguments('do it', { arguments: 'now', directory, findPlugin, escape: shout })).toBe(
    'do it\n\nARGUMENTS: NOW',
  )
})
