import type { Rule } from '../rule.js'

const LONG = 'All work and no play.\n'.repeat(50_000)

export const rule: Rule = {
  id: 'SK-ST006',
  pattern: 'more than is read',
  severity: 'warn',
  why: "Content beyond the scan's limits was not scanned. A payload at the end of a long file is the oldest trick.",
  fix: 'Ship less: download data on demand, and keep text files below 1 MB.',
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
          {
            file,
            offset,
            message: `The skill exceeds the scan's file or size limit; nothing from here on was scanned (${detail})`,
          },
        ]
      return kind === 'too-long'
        ? [{ file, offset, message: `Only the first part of this file was scanned (${detail})` }]
        : []
    }),
}
