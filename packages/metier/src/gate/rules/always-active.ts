import type { Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-PV006',
  pattern: 'always active',
  severity: 'note',
  tags: ['AST03', 'CWE-250'],
  why: 'A skill that is always active skips its own requirements, and takes up context in every conversation.',
  fix: 'Remove `always`; a skill is loaded when it is needed.',
  ignoresContext: true,
  examples: {
    positive: [
      {
        'SKILL.md':
          '---\nname: a\ndescription: b\nmetadata: {"openclaw":{"always":true,"requires":{"bins":["curl"]}}}\n---\nText.\n',
      },
      {
        'SKILL.md':
          '---\nname: a\ndescription: b\nmetadata:\n  openclaw:\n    always: true\n    requires:\n      env: [API_KEY]\n---\nText.\n',
      },
    ],
    negative: [
      { 'SKILL.md': '---\nname: a\ndescription: b\n---\nAlways be kind.\n' },
      {
        'SKILL.md': '---\nname: a\ndescription: b\nmetadata: {"openclaw":{"requires":{"bins":["curl"]}}}\n---\nText.\n',
      },
      { 'SKILL.md': '---\nname: a\ndescription: b\nmetadata: {"openclaw":{"always":true}}\n---\nText.\n' },
    ],
  },
  find: ({ main, segments }) => {
    const requirements = main?.document.traits.requirements
    if (main === undefined || requirements?.always !== true) return []
    const { bins, anyBins, env, config } = requirements
    if (bins.length + anyBins.length + env.length + config.length === 0) return []
    const segment = segments.find(
      ({ file, kind, text }) => file === main.file && kind === 'field' && /\balways\b/.test(text),
    )
    const message = 'The skill is active even if its requirements are not met'
    return [segment === undefined ? { file: main.file, offset: 0, message } : { segment, at: 0, message }]
  },
}
