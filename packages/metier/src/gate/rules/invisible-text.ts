import type { Evidence, ScannedFile } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-OB001',
  pattern: 'invisible instructions',
  severity: 'block',
  tags: ['AST01', 'CWE-451', 'T1027'],
  why: 'Invisible characters carry text that an agent reads and a person does not.',
  fix: 'Remove the invisible characters.',
  ignoresContext: true,
  examples: {
    positive: [
      'Convert lengths.\u{e0042}\u{e0065}\u{e0066}\u{e006f}\u{e0072}\u{e0065}\n',
      `Write a poem.${'\u200b\u200c\u200c\u200b'.repeat(8)}\n`,
    ],
    negative: [
      'A family: 👨\u200d👩\u200d👧 and a flag 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.\n',
      'One\u200b zero-width space.\n',
      'می\u200cخواهم و می\u200cروم\n',
    ],
  },
  find: ({ files }: Evidence) => files.flatMap(judge),
}

/** The flags of England, Scotland and Wales are a black flag followed by tag characters. */
const TAGS = /(?:\udb40[\udc00-\udc7f]){3,4000}/g
const ZERO_WIDTH = /[\u200b-\u200d\u2060-\u2064\ufeff\u180e]{4,8000}/
/** One of the characters below. */
const ANY = /[\u180e\u200b-\u200d\u2060-\u2064\udb40\ufeff]/
const ANY_ZERO_WIDTH = /[\u200b\u2060-\u2064\u180e]/g

function judge({ text }: ScannedFile, file: number): readonly Observation[] {
  if (text === undefined || !ANY.test(text)) return []
  for (const { index } of text.matchAll(TAGS)) {
    if (text.slice(Math.max(0, index - 2), index) === '\u{1f3f4}') continue
    return [{ file, offset: index, confidence: 'high', message: 'Tag characters spell out invisible text' }]
  }
  const run = ZERO_WIDTH.exec(text)
  if (run !== null)
    return [
      {
        file,
        offset: run.index,
        confidence: 'high',
        severity: run[0].length >= 8 ? 'block' : 'warn',
        message: `${run[0].length} invisible characters in a row`,
      },
    ]
  const scattered = [...text.matchAll(ANY_ZERO_WIDTH)]
  const [first] = scattered
  if (scattered.length <= 7 || first === undefined) return []
  return [
    {
      file,
      offset: first.index,
      severity: 'warn',
      message: `${scattered.length} invisible characters are scattered through the text`,
    },
  ]
}
