import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { substituteArguments } from '../../src/tools/substitute.js'

const directory = '/skills/pdf'
// In two parts, because it is no template of this language.
const SKILL_DIR = `$${'{CLAUDE_SKILL_DIR}'}`
const HOME = `$${'{HOME}'}`
const same = (value: string) => value
const fill = (body: string, given?: string) => substituteArguments(body, { arguments: given, directory, escape: same })

test.each([
  ['Do $ARGUMENTS.', 'a b', 'Do a b.'],
  ['Do $1 and $2.', 'a b', 'Do a and b.'],
  ['Do $1.', '"a b" c', 'Do a b.'],
  ['Do $2.', "x 'a b'", 'Do a b.'],
  ['Do $10.', '1 2 3 4 5 6 7 8 9 ten', 'Do ten.'],
  [`Run {baseDir}/x and ${SKILL_DIR}/y.`, undefined, 'Run /skills/pdf/x and /skills/pdf/y.'],
  ['Do $ARGUMENTS.', undefined, 'Do .'],
])('%j with %j is %j', (body, given, filled) => {
  expect(fill(body, given)).toBe(filled)
})

describe('what is filled in is not looked at again', () => {
  test.each(['$1', '$&', '$$', "$'", '$ARGUMENTS', '{baseDir}', SKILL_DIR, '`id`', '!`id`'])(
    'the argument %s stays as it is',
    (given) => {
      expect(fill('Do $ARGUMENTS twice: $1', given)).toBe(`Do ${given} twice: ${given}`)
    },
  )

  test('nor is a folder of such a name', () => {
    expect(substituteArguments('{baseDir} $1', { arguments: 'x', directory: '/$1/$&', escape: same })).toBe('/$1/$& x')
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
  const filled = substituteArguments('do $1 in {baseDir}', { arguments: 'this', directory, escape: shout })
  expect(filled).toBe('do THIS in /SKILLS/PDF')
  expect(substituteArguments('do it', { arguments: 'now', directory, escape: shout })).toBe('do it\n\nARGUMENTS: NOW')
})
