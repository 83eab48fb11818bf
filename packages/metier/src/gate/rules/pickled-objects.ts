import type { Rule } from '../rule.js'

const MODEL = [0x80, 4, 0x95, 0x0b, 0, 0, 0, 0, 0, 0, 0, 0x7d, 0x94, 0x8c, 1, 0x61, 0x94, 0x4b, 1, 0x73, 0x2e]

export const rule: Rule = {
  id: 'SK-ST011',
  pattern: 'pickled objects',
  severity: 'warn',
  tags: ['CWE-502'],
  why: 'Python runs whatever a pickle asks for when it loads it. A pickle that names a system function is a program.',
  fix: 'Ship data as JSON, CSV or safetensors.',
  raisedWhen: 'loading them calls a function that can do harm',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Load it.\n', 'model.pkl': "cos\nsystem\n(S'id'\ntR." },
      { 'SKILL.md': 'Load it.\n', 'model.joblib': MODEL },
    ],
    negative: [
      { 'SKILL.md': 'Load it.\n', 'model.json': '{"a": 1}\n' },
      { 'SKILL.md': 'Read.\n', 'notes.txt': 'chapter\none\nThe end.\n' },
      'Load the model with `pickle.load`.\n',
    ],
  },
  find: ({ oddities }) =>
    oddities.flatMap(({ kind, file, offset, detail }) => {
      if (kind === 'pickle')
        return [{ file, offset, message: 'These are pickled objects, which may run code when loaded' }]
      if (kind !== 'pickled-call') return []
      return [{ file, offset, severity: 'block', confidence: 'high', message: `Loading these objects calls ${detail}` }]
    }),
}
