import type { Rule } from '../rule.js'

const LONG = 'All work and no play.\n'.repeat(50_000)

export const rule: Rule = {
  id: 'SK-ST006',
  pattern: 'more than is read',
  severity: 'warn',
  why: 'What lies beyond the limits of the scan was not looked at. A payload at the end of a long file is the oldest trick.',
  fix: 'Ship less: data that is fetched when it is needed, texts below a megabyte.',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Read.\n', 'notes.txt': LONG },
      { 'SKILL.md': 'Run it.\n', 'a.sh': `${LONG.replaceAll('All', '# All')}id\n` },
    ],
    negative: [
      { 'SKILL.md': 'Read.\n', 'notes.txt': 'short\n' },
      { 'SKILL.md': 'Read.\n', 'empty.txt': '' },
      'Files above 1 MB are split.\n',
    ],
  },
  find: ({ oddities }) =>
    oddities.flatMap(({ kind, file, offset, detail }) => {
      if (kind === 'over-budget')
        return [
          { file, offset, message: `The skill has more files or bytes than are looked at, from here on (${detail})` },
        ]
      return kind === 'too-long'
        ? [{ file, offset, message: `Only the first part of this file was read (${detail})` }]
        : []
    }),
}
