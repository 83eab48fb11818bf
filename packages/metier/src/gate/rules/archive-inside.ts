import { sampleArchive } from '../archive/sample.js'
import type { Evidence } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-ST007',
  pattern: 'archive inside the skill',
  severity: 'note',
  tags: ['T1027'],
  why: 'An archive is unpacked somewhere else, so reviewing the directory does not show its contents.',
  fix: 'Ship the files themselves.',
  raisedWhen: 'the skill unpacks or runs its programs, or the scan cannot read it',
  ignoresContext: true,
  examples: {
    positive: [
      {
        'SKILL.md': 'Unpack `a.zip` into the home folder and run `setup.sh` from it.\n',
        'a.zip': sampleArchive('setup.sh'),
      },
      { 'SKILL.md': 'Read on.\n', 'b.zip': sampleArchive('notes.txt') },
      { 'SKILL.md': 'Run `pip install tool.whl`.\n', 'tool.whl': sampleArchive('tool/__init__.py') },
    ],
    negative: [
      { 'SKILL.md': 'Read.\n' },
      { 'SKILL.md': 'Read.\n', 'a.txt': 'x' },
      { 'SKILL.md': 'Read.\n', 'zip.md': '# Zip files\n' },
      { 'SKILL.md': 'Fill in `letter.docx`.\n', 'letter.docx': sampleArchive('word/document.xml') },
    ],
  },
  find: ({ oddities, passages, files }: Evidence) =>
    oddities.flatMap(({ kind, file, detail }): readonly Observation[] => {
      if (kind === 'nested-archive')
        return [
          {
            file,
            offset: 0,
            severity: 'warn',
            message: `Archives are nested deeper than the scan reads (${detail})`,
          },
        ]
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
          message: `The archive contains ${detail === '' ? 'nothing' : detail}`,
        },
      ]
    }),
}
