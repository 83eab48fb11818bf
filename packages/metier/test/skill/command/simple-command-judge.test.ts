/** A real shell judges: whatever is taken apart here, a shell takes apart into the same words, as one command. */

import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitSimpleCommand } from '../../../src/skill/command/simple-command.js'
import { isFull, runsOf } from '../../support/full.js'

const hasBash = spawnSync('bash', ['--version']).status === 0

const piece = fc.constantFrom(
  ...[
    'git',
    'x',
    ' ',
    ' ',
    '\t',
    "'",
    "'",
    '"',
    '"',
    '=',
    '-',
    ';',
    '|',
    '&',
    '$',
    '`',
    '\\',
    '(',
    ')',
    '{a,b}',
    '*',
    '?',
    '~',
    '#',
    '!',
  ],
  ...['<', '>', '\n', '%', ',', ':', '+', '@', '[a]', 'é', '$(x)', "$'a'", '$"a"', '&&', 'a=b'],
)
const command = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

describe.skipIf(!hasBash)('against bash', () => {
  test('the words are the same', () => {
    const commands = [
      ...fc.sample(command, { ...runsOf(4_000), seed: 7 }),
      `git 'a b' "c d"e ''`,
      'git a=b %x +y @z',
      'git "!"',
    ]
    const accepted = commands.flatMap((text) => {
      const words = splitSimpleCommand(text)
      return words === undefined ? [] : [{ text, words }]
    })
    expect(accepted.length).toBeGreaterThan(isFull ? 300 : 30)
    const script = accepted.map(({ text }) => `show ${text}\n`).join('')
    const program = `show() { printf '%s\\0' "$#" "$@"; }\n${script}`
    const { stdout, status } = spawnSync('bash', ['--norc', '-f'], { input: program, encoding: 'utf8' })
    expect(status).toBe(0)
    const expected = accepted.flatMap(({ words }) => [String(words.length), ...words])
    expect(stdout.split('\0').slice(0, -1)).toEqual(expected)
  })
})
