/** What a skill nests without end ends no command: it is one more skill that cannot be read. */

import { describe, expect, test } from 'vitest'
import { isFull } from '../support/full.js'
import { runBuilt, useMetier } from './run-metier.js'

const metier = useMetier()

const UNITS = ['[', '{a: ', '- ', '? ', '&a ', '[{', '- - ', '"', '["]",', '(', '`${', '> ', '<!--']
/** A flow list, a flow map, an anchor, a list of quotes and a comment stand for all of them in `npm test`. */
const TRIED = [...UNITS.entries()].filter(([at]) => isFull || [0, 1, 4, 8, 12].includes(at))
const HEAD = '---\nname: NAME\ndescription: Nested.\n---\nText.\n'

/** Each unit as a description, as further metadata, as the body, and in tools.yaml. */
const FILES = Object.fromEntries(
  TRIED.flatMap(([at, unit]) =>
    [300, 9_000].flatMap((count): readonly (readonly [string, string])[] => {
      const text = unit.repeat(count)
      const folder = (kind: string) => `.agents/skills/${kind}-${at}-${count}`
      return [
        [`${folder('name')}/SKILL.md`, `---\nname: name-${at}-${count}\ndescription: ${text}\n---\nText.\n`],
        [
          `${folder('meta')}/SKILL.md`,
          `---\nname: meta-${at}-${count}\ndescription: a\nmetadata: ${text}\n---\nText.\n`,
        ],
        [`${folder('body')}/SKILL.md`, `${HEAD.replace('NAME', `body-${at}-${count}`)}${text}\n`],
        [`${folder('tool')}/SKILL.md`, HEAD.replace('NAME', `tool-${at}-${count}`)],
        [`${folder('tool')}/tools.yaml`, `tools:\n  - name: a\n    input: ${text}\n`],
      ]
    }),
  ),
)

describe('a project full of nested files', () => {
  test('is listed, searched, validated and reviewed', async () => {
    const machine = metier.create(FILES)
    const commands = [
      ['list', '--verbose', '--json'],
      ['search', 'nested', '--json'],
      ['validate', '.agents/skills', '--json'],
      ['doctor', '--json'],
      ...[1, 8].flatMap((at) => [
        ['info', `tool-${at}-9000`, '--json'],
        ['approve', `tool-${at}-9000`, '--show'],
        ['call', 'activate_skill', JSON.stringify({ name: `tool-${at}-9000` })],
      ]),
    ]
    for (const words of commands) {
      const { code, signal, stderr } = await runBuilt(machine, ...words)
      expect({ words, signal, isCrash: stderr.includes('RangeError') }).toEqual({ words, signal: null, isCrash: false })
      expect([0, 1]).toContain(code)
    }
  }, 120_000)
})
