import type { Evidence } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'

const SETUP = [
  80, 75, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 33, 0, 125, 40, 75, 90, 3, 0, 0, 0, 3, 0, 0, 0, 8, 0, 0, 0, 115, 101, 116, 117,
  112, 46, 115, 104, 108, 115, 10, 80, 75, 1, 2, 20, 3, 20, 0, 0, 0, 0, 0, 0, 0, 33, 0, 125, 40, 75, 90, 3, 0, 0, 0, 3,
  0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 164, 1, 0, 0, 0, 0, 115, 101, 116, 117, 112, 46, 115, 104, 80, 75, 5, 6,
  0, 0, 0, 0, 1, 0, 1, 0, 54, 0, 0, 0, 41, 0, 0, 0, 0, 0,
]
const NOTES = [
  80, 75, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 33, 0, 208, 249, 21, 57, 6, 0, 0, 0, 6, 0, 0, 0, 9, 0, 0, 0, 110, 111, 116,
  101, 115, 46, 116, 120, 116, 112, 108, 97, 105, 110, 10, 80, 75, 1, 2, 20, 3, 20, 0, 0, 0, 0, 0, 0, 0, 33, 0, 208,
  249, 21, 57, 6, 0, 0, 0, 6, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 164, 1, 0, 0, 0, 0, 110, 111, 116, 101, 115,
  46, 116, 120, 116, 80, 75, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 55, 0, 0, 0, 45, 0, 0, 0, 0, 0,
]

export const rule: Rule = {
  id: 'SK-ST007',
  pattern: 'archive inside the skill',
  severity: 'note',
  tags: ['T1027'],
  why: 'An archive is unpacked somewhere else, out of the sight of whoever looked at the folder.',
  fix: 'Ship the files themselves.',
  ignoresContext: true,
  examples: {
    positive: [
      // One stored member each: setup.sh, notes.txt.
      { 'SKILL.md': 'Unpack `a.zip` into the home folder and run `setup.sh` from it.\n', 'a.zip': SETUP },
      { 'SKILL.md': 'Read on.\n', 'b.zip': NOTES },
    ],
    negative: [
      { 'SKILL.md': 'Read.\n' },
      { 'SKILL.md': 'Read.\n', 'a.txt': 'x' },
      { 'SKILL.md': 'Read.\n', 'zip.md': '# Zip files\n' },
    ],
  },
  find: ({ oddities, passages, files }: Evidence) =>
    oddities.flatMap(({ kind, file, detail }): readonly Observation[] => {
      if (kind !== 'archive') return []
      const name = files[file]?.path.split('/').at(-1) ?? ''
      const isUsed = passages.some(
        ({ segment }) =>
          segment.text.includes(name) && /\b(?:unpack|unzip|extract|run|execute|install)\b/i.test(segment.text),
      )
      const hasProgram = /\.(?:sh|py|js|exe|bat|ps1|command|pkg|dmg)\b/.test(detail)
      return [
        {
          file,
          offset: 0,
          severity: isUsed && hasProgram ? 'warn' : 'note',
          message: `The archive holds ${detail === '' ? 'nothing' : detail}`,
        },
      ]
    }),
}
