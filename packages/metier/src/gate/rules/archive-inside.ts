import type { Evidence } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-ST007',
  pattern: 'archive inside the skill',
  severity: 'note',
  why: 'An archive is unpacked somewhere else, out of the sight of whoever looked at the folder.',
  fix: 'Ship the files themselves.',
  ignoresContext: true,
  examples: {
    positive: [{ 'SKILL.md': 'Unpack `a.zip` into the home folder and run `setup.sh` from it.\n', 'a.zip': [0x50, 0x4b, 3, 4, 10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0, 0xc7, 0xb2, 0x97, 0x9f, 3, 0, 0, 0, 3, 0, 0, 0, 8, 0, 0, 0, 0x73, 0x65, 0x74, 0x75, 0x70, 0x2e, 0x73, 0x68, 0x6c, 0x73, 0x0a, 0x50, 0x4b, 1, 2, 10, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0, 0xc7, 0xb2, 0x97, 0x9f, 3, 0, 0, 0, 3, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x73, 0x65, 0x74, 0x75, 0x70, 0x2e, 0x73, 0x68, 0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 0x36, 0, 0, 0, 0x29, 0, 0, 0, 0, 0] }, { 'SKILL.md': 'Run `sh setup.sh` after you unpacked a.zip.\n', 'a.zip': [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] }],
    negative: [{ 'SKILL.md': 'Read.\n' }, { 'SKILL.md': 'Read.\n', 'a.txt': 'x' }, { 'SKILL.md': 'Read.\n', 'zip.md': '# Zip files\n' }],
  },
  find: ({ oddities, passages, files }: Evidence) => oddities.flatMap(({ kind, file, detail }): readonly Observation[] => {
    if (kind !== 'archive') return []
    const name = files[file]?.path.split('/').at(-1) ?? ''
    const isUsed = passages.some(({ segment }) => segment.text.includes(name) && /\b(?:unpack|unzip|extract|run|execute|install)\b/i.test(segment.text))
    const hasProgram = /\.(?:sh|py|js|exe|bat|ps1|command|pkg|dmg)\b/.test(detail)
    return [{ file, offset: 0, severity: isUsed && hasProgram ? 'warn' : 'note', message: `The archive holds ${detail === '' ? 'nothing' : detail}` }]
  }),
}
