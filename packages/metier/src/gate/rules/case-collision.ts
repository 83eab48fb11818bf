import { findCollision } from '../entry-path.js'
import type { Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-ST004',
  pattern: 'names that collide',
  severity: 'block',
  why: 'Two files that differ only in case or Unicode form are one file on many machines, so the file that was reviewed may not be the one that is used.',
  fix: 'Give every file a distinct name.',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Run `run.sh`.\n', 'run.sh': 'ls\n', 'Run.sh': 'id\n' },
      { 'SKILL.md': 'Read.\n', 'docs/a.md': 'x\n', 'Docs/b.md': 'x\n' },
    ],
    negative: [
      { 'SKILL.md': 'Run `run.sh`.\n', 'run.sh': 'ls\n', 'runs.sh': 'id\n' },
      { 'SKILL.md': 'Read.\n', 'a/readme.md': 'x\n', 'b/README.md': 'x\n' },
      'README.md and readme.md are two names.\n',
    ],
  },
  find: ({ files }) => {
    const own = files.filter(({ inside }) => inside === undefined)
    const collision = findCollision(own.map(({ path }) => path))
    if (collision === undefined || collision.kind === 'duplicate') return []
    const { first, second } = collision
    const file = Math.max(
      0,
      files.findIndex(({ path }) => path === second || path.startsWith(`${second}/`)),
    )
    return [
      { file, offset: 0, confidence: 'high', message: `${first} and ${second} are the same file on many machines` },
    ]
  },
}
