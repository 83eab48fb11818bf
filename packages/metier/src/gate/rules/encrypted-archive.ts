import { sampleArchive } from '../archive/sample.js'
import type { Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-ST008',
  pattern: 'encrypted archive',
  severity: 'block',
  why: 'Neither a person nor a scanner can look inside, so it is opened unseen.',
  fix: 'Ship the files themselves.',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Unpack `a.zip` with the password `1234`.\n', 'a.zip': sampleArchive('run.sh', 1) },
      { 'SKILL.md': 'Read.\n', 'data/b.zip': sampleArchive('notes.txt', 1) },
    ],
    negative: [
      { 'SKILL.md': 'Read.\n', 'a.zip': sampleArchive('notes.txt') },
      { 'SKILL.md': 'Read.\n', 'a.txt': 'x\n' },
      'Encrypt the archive with `7z a -p`.\n',
    ],
  },
  find: ({ oddities }) =>
    oddities.flatMap(({ kind, file, offset, detail }) =>
      kind === 'encrypted-archive'
        ? [{ file, offset, message: `This archive is encrypted and cannot be scanned (${detail})` }]
        : [],
    ),
}
