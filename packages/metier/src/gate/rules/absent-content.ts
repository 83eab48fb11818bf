import type { Rule } from '../rule.js'

const DIGEST = '0a'.repeat(32)
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${DIGEST}\nsize 5120\n`

export const rule: Rule = {
  id: 'SK-ST012',
  pattern: 'content that is not here',
  severity: 'note',
  why: 'This file only points to content stored elsewhere. Anyone who fetches that content gets something that was not scanned.',
  fix: 'Ship the file itself: run `git lfs pull` before you publish the skill.',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Look.\n', 'photo.png': POINTER },
      { 'SKILL.md': 'Load it.\n', 'model.bin': '/annex/objects/SHA256E-s5120--0a0b.bin\n' },
    ],
    negative: [
      { 'SKILL.md': 'Read.\n', 'notes.txt': 'version https://git-lfs.github.com/spec/v1\n' },
      { 'SKILL.md': 'Read.\n', 'notes.md': `A pointer:\n\n${POINTER}` },
      'Run `git lfs pull` first.\n',
    ],
  },
  find: ({ oddities }) =>
    oddities.flatMap(({ kind, file, offset, detail }) =>
      kind === 'pointer' ? [{ file, offset, message: `The content of this file is stored elsewhere (${detail})` }] : [],
    ),
}
