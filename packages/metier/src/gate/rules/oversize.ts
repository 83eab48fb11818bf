import type { Rule } from '../rule.js'

const LINE = 'All work and no play.\n'
const MANY = 50_000

export const rule: Rule = {
  id: 'SK-ST006',
  pattern: 'more than is read',
  severity: 'warn',
  why: "Content beyond the scan's limits was not scanned. A payload at the end of a long file is the oldest trick.",
  fix: 'Ship less: download data on demand, and keep text files below 1 MB. Make every file and directory readable.',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Read.\n', 'notes.txt': LINE.repeat(MANY) },
      { 'SKILL.md': 'Run it.\n', 'a.sh': `${`# ${LINE}`.repeat(MANY)}id\n` },
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
            message: `Nothing from here on was scanned: it cannot be read, or the skill exceeds the scan's file or size limit (${detail})`,
          },
        ]
      return kind === 'too-long'
        ? [{ file, offset, message: `Only the first part of this file was scanned (${detail})` }]
        : []
    }),
}
