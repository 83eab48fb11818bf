import { sampleArchive } from '../archive/sample.js'
import { groupMembers } from '../group-members.js'
import type { Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-ST009',
  pattern: 'executable binary',
  severity: 'warn',
  why: 'A compiled program can do anything, and the scan cannot read it.',
  fix: 'Ship the source, or have a package manager install a pinned version.',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Run it.\n', tool: [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0] },
      { 'SKILL.md': 'Run it.\n', 'tool.exe': [0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0] },
      { 'SKILL.md': 'Open it.\n', 'Guide.lnk': [0x4c, 0, 0, 0, 1, 0x14, 2, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0] },
      { 'SKILL.md': 'Open it.\n', 'Setup.scpt': [0x46, 0x61, 0x73, 0x64, 0x55, 0x41, 0x53, 0x20, 0, 0xff] },
      { 'SKILL.md': 'Run it.\n', 'tool-32': [0xce, 0xfa, 0xed, 0xfe, 7, 0, 0, 0] },
      { 'SKILL.md': 'Run it.\n', 'Main.class': [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 0x34] },
    ],
    negative: [
      { 'SKILL.md': 'Run it.\n', 'tool.sh': 'ls\n' },
      { 'SKILL.md': 'Look.\n', 'a.woff': [0x77, 0x4f, 0x46, 0x46, 0, 1, 0, 0] },
      { 'SKILL.md': 'Install it.\n', 'tool.whl': sampleArchive('tool/__init__.py') },
      'Build the binary with `go build`.\n',
    ],
  },
  find: ({ oddities, files }) =>
    groupMembers(oddities, files).flatMap(({ kind, file, offset, detail, others }) => {
      if (kind !== 'executable') return []
      const more = others === 0 ? '' : `, and ${others} more in the same archive`
      return [{ file, offset, message: `This is a compiled program (${detail}${more})` }]
    }),
}
