import type { Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-ST009',
  pattern: 'executable binary',
  severity: 'warn',
  why: 'A compiled program can do anything, and nothing of it can be read here.',
  fix: 'Ship the source, or have the program installed by a package manager, with a version.',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Run it.\n', tool: [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0] },
      { 'SKILL.md': 'Run it.\n', 'tool.exe': [0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0] },
    ],
    negative: [
      { 'SKILL.md': 'Run it.\n', 'tool.sh': 'ls\n' },
      { 'SKILL.md': 'Look.\n', 'a.woff': [0x77, 0x4f, 0x46, 0x46, 0, 1, 0, 0] },
      'Build the binary with `go build`.\n',
    ],
  },
  find: ({ oddities }) =>
    oddities.flatMap(({ kind, file, offset, detail }) =>
      kind === 'executable' ? [{ file, offset, message: `This is a compiled program (${detail})` }] : [],
    ),
}
