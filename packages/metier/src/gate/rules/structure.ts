import type { Evidence } from '../evidence.js'
import type { Severity } from '../finding.js'
import { groupMembers, type OddityGroup } from '../group-members.js'
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
      { 'SKILL.md': 'Unpack it.\n', 'a.tar.xz': [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 4, 0xe6, 0xd6] },
      { 'SKILL.md': 'Load it.\n', 'model.so': [0xc1, 0, 0xfe, 0x81, 0x9a, 0xbc, 0, 0xf0] },
      { 'SKILL.md': 'Read it.\n', 'guide.pdf': [0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0, 0xff, 0xfe] },
    ],
    negative: [
      { 'SKILL.md': 'Read.\n', 'notes.txt': 'plain\n' },
      { 'SKILL.md': 'Look.\n', 'a.woff': [0x77, 0x4f, 0x46, 0x46, 0, 1, 0, 0] },
      { 'SKILL.md': 'Read.\n', 'empty.txt': '' },
      { 'SKILL.md': 'Read.\n', 'table.dat': [0xc1, 0, 0xfe, 0x81, 0x9a, 0xbc, 0, 0xf0] },
    ],
  },
  find: (evidence) => [
    ...groupMembers(evidence.oddities, evidence.files).flatMap(judge),
    ...evidence.leftOut.map((path) => judgeLeftOut(path, evidence)),
  ],
}

const WORDS: Readonly<Record<string, readonly [Severity, string]>> = {
  'unread-archive': ['warn', 'This archive cannot be read'],
  'unread-program': ['warn', 'This can be run or loaded, and cannot be read'],
  'unread-data': ['note', 'The content of this file is not read'],
  'cut-document': ['note', 'Only a part of this document was read'],
  defeated: ['warn', 'The parser could not make sense of this file'],
  exhausted: ['warn', 'Only a part of this was followed'],
  'two-texts': ['block', 'SKILL.md says one thing to some readers and another to the rest'],
  'zero-bytes-main': ['block', 'SKILL.md has zero bytes, so readers disagree about what it says'],
  'zero-bytes-data': ['note', 'There are zero bytes in a text'],
  'zero-bytes': ['warn', 'There are zero bytes in a text'],
  'broken-text': ['warn', 'This is not clean UTF-8 text'],
  'foreign-text': ['note', 'Parts of this text are in another encoding'],
}

function judge({ kind, file, offset, detail, others }: OddityGroup): readonly Observation[] {
  const known = WORDS[kind]
  if (known === undefined) return []
  const more = others === 0 ? '' : `, and ${others} more in the same archive`
  return [{ file, offset, severity: known[0], message: `${known[1]} (${detail}${more})` }]
}

/** An install leaves it out; whoever uses the folder as it is runs it all the same if a command of the skill says so. */
function judgeLeftOut(path: string, { commands }: Evidence): Observation {
  const isRun = commands.some(({ name, words }) => {
    const isInterpreter = /^(?:ba|z|da|k)?sh$|^(?:python3?|node|perl|ruby|source|\.)$/.test(name)
    return name.includes(path) || (isInterpreter && words.some((word) => word.includes(path)))
  })
  return {
    file: 0,
    offset: 0,
    path,
    severity: isRun ? 'warn' : 'note',
    message: isRun
      ? 'A command of the skill runs this, but it was not read: an install leaves it out'
      : 'This is no part of the skill and was not read: an install leaves it out',
  }
}
