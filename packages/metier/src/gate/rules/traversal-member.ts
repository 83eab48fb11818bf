import { sampleArchive } from '../archive/sample.js'
import type { Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-ST002',
  pattern: 'archive member leaves its folder',
  severity: 'block',
  why: 'When unpacked, this archive writes where no one expects it: over a startup file, a key, a program.',
  fix: 'Ship the files themselves, or an archive whose members stay inside its directory.',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Unpack it.\n', 'a.zip': sampleArchive('../../.bashrc') },
      { 'SKILL.md': 'Unpack it.\n', 'a.zip': sampleArchive('/etc/profile') },
    ],
    negative: [
      { 'SKILL.md': 'Unpack it.\n', 'a.zip': sampleArchive('docs/notes.txt') },
      { 'SKILL.md': 'Read.\n', 'notes.txt': '../../.bashrc\n' },
      'Unpack archives with `tar --no-absolute-names`.\n',
    ],
  },
  find: ({ oddities }) =>
    oddities.flatMap(({ kind, file, offset, detail }) => {
      if (kind !== 'escaping-archive') return []
      return [{ file, offset, message: `This archive writes outside its directory (${detail})` }]
    }),
}
