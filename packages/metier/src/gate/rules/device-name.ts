import { sampleArchive } from '../archive/sample.js'
import { checkEntryPath } from '../entry-path.js'
import type { Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-ST003',
  pattern: 'device name',
  severity: 'block',
  why: 'On Windows this name is not a file: reading it hangs, and writing it goes to a device or a hidden stream.',
  fix: 'Choose another name.',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Read it.\n', 'docs/nul.txt': 'x\n' },
      { 'SKILL.md': 'Unpack it.\n', 'a.zip': sampleArchive('com1.log') },
    ],
    negative: [
      { 'SKILL.md': 'Read it.\n', 'docs/null.txt': 'x\n' },
      { 'SKILL.md': 'Read it.\n', 'console.md': 'x\n' },
      'Write to NUL on Windows.\n',
    ],
  },
  find: ({ files, oddities }) => [
    ...files.flatMap(({ path, inside }, file) =>
      inside === undefined && checkEntryPath(path) === 'reserved_name'
        ? [{ file, offset: 0, message: `${path} is the name of a device or a hidden stream` }]
        : [],
    ),
    ...oddities.flatMap(({ kind, file, offset, detail }) =>
      kind === 'device-archive'
        ? [{ file, offset, message: `An archive member has the name of a device (${detail})` }]
        : [],
    ),
  ],
}
