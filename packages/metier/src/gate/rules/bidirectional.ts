import type { Evidence, ScannedFile } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-OB002',
  pattern: 'bidirectional override',
  severity: 'block',
  tags: ['AST01', 'CWE-451', 'T1036.002'],
  why: 'Direction override characters make code read differently from how it runs.',
  fix: 'Remove these characters; right-to-left languages do not need them in code.',
  ignoresContext: true,
  examples: {
    positive: [
      '```js\nif (level != "user\u202e \u2066// only admin\u2069 \u2066") {}\n```\n',
      { 'SKILL.md': 'Run it.\n', 'a.py': 'x = "\u202egnp.exe"\n' },
    ],
    negative: ['Plain text.\n', 'النص العربي \u202aEnglish\u202c بعده\n', '```js\nconst a = "مرحبا"\n```\n'],
  },
  find: ({ files }: Evidence) => files.flatMap(judge),
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/

function judge({ text, language }: ScannedFile, file: number): readonly Observation[] {
  // In a character class, a range of them is searched for.
  const match =
    text === undefined
      ? null
      : /(?<!\[[^\]\n]{0,80})[\u202a-\u202e\u2066-\u2069]|[\u202a-\u202e\u2066-\u2069](?![^\n[]{0,80}\])/.exec(text)
  if (match === null || text === undefined) return []
  const line = text.slice(text.lastIndexOf('\n', match.index) + 1, match.index + 80)
  const isLanguage = language === 'prose' && RIGHT_TO_LEFT.test(line)
  return [
    {
      file,
      offset: match.index,
      confidence: 'high',
      severity: isLanguage ? 'note' : 'block',
      message: 'A direction override character changes how this line is displayed',
    },
  ]
}
