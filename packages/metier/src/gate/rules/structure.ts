import type { Oddity } from '../evidence.js'
import type { Severity } from '../finding.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-ST005',
  pattern: 'unread content',
  severity: 'warn',
  tags: ['T1027'],
  why: 'What cannot be read cannot be judged. Silence about it would be a lie.',
  fix: 'Ship plain files within the limits; leave archives and binaries out.',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Unpack it.\n', 'a.7z': [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 0, 0, 0] },
      { 'SKILL.md': 'Unpack it.\n', 'a.rar': [0x52, 0x61, 0x72, 0x21, 0x1a, 7, 1, 0, 0, 0] },
    ],
    negative: [
      { 'SKILL.md': 'Read.\n', 'notes.txt': 'plain\n' },
      { 'SKILL.md': 'Look.\n', 'a.woff': [0x77, 0x4f, 0x46, 0x46, 0, 1, 0, 0] },
      { 'SKILL.md': 'Read.\n', 'empty.txt': '' },
    ],
  },
  find: ({ oddities }) => oddities.flatMap(judge),
}

const WORDS: Readonly<Record<string, readonly [Severity, string]>> = {
  'unread-archive': ['warn', 'This archive cannot be read'],
  defeated: ['warn', 'The parser could not make sense of this file'],
  exhausted: ['warn', 'Only a part of this was followed'],
  'zero-bytes-first': ['block', 'Zero bytes come before the frontmatter, so loaders disagree about what this skill is'],
  'zero-bytes': ['warn', 'There are zero bytes in a text'],
  'broken-text': ['warn', 'This is not clean UTF-8 text'],
  'foreign-text': ['note', 'Parts of this text are in another encoding'],
}

function judge({ kind, file, offset, detail }: Oddity): readonly Observation[] {
  const known = WORDS[kind]
  if (known === undefined) return []
  return [{ file, offset, severity: known[0], message: `${known[1]} (${detail})` }]
}
