import type { Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-ST001',
  pattern: 'link out of the skill',
  severity: 'block',
  tags: ['CWE-59'],
  why: "A link that points outside the directory makes one of this machine's files part of the skill: reading or copying the skill reads or copies that file.",
  fix: 'Ship the file itself.',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Read `notes.txt`.\n', 'notes.txt': { link: '../../.ssh/id_rsa' } },
      { 'SKILL.md': 'Read `data`.\n', data: { link: '/etc' } },
    ],
    negative: [
      { 'SKILL.md': 'Read.\n', 'README.md': { link: 'SKILL.md' } },
      { 'SKILL.md': 'Read.\n', 'docs/a.md': { link: '../SKILL.md' } },
      'Make a link with `ln -s`.\n',
    ],
  },
  find: ({ links }) =>
    links.map(({ path, target, leadsOut }) => ({
      file: 0,
      offset: 0,
      path,
      severity: leadsOut ? 'block' : 'note',
      confidence: 'high',
      message: leadsOut ? `${path} points outside the skill, to ${target}` : `${path} is a link to ${target}`,
    })),
}
