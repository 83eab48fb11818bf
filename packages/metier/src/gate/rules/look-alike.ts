import type { Evidence, ScannedFile } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'
import { CONFUSABLES } from '../text/confusables.js'

export const rule: Rule = {
  id: 'SK-OB003',
  pattern: 'look-alike characters',
  severity: 'warn',
  tags: ['AST01', 'CWE-1007', 'T1036'],
  why: 'A letter from another script looks like a Latin one, so a name, host or instruction is not what it seems, and no search finds it.',
  fix: 'Write each word in a single script.',
  raisedWhen: "the letters are in an address or in the skill's name",
  ignoresContext: true,
  examples: {
    positive: [
      'Download from https://gіthub.com/tool .\n',
      'Download it from https://xn--gthub-n4a.com/tool/releases .\n',
      { 'SKILL.md': '---\nname: reаd-data\ndescription: Reads.\n---\nRead.\n' },
    ],
    negative: ['Привет, мир.\n', 'The angle α and Σx are fine.\n', 'Use the Cyrillic letter «а» here.\n'],
  },
  find: ({ files, main, segments }: Evidence) => [
    ...files.flatMap((file, index) => judge(file, index, index === main?.file)),
    ...segments.flatMap(encoded),
  ],
}

/** A Latin word with a few letters from other scripts. */
const MIXED =
  /[A-Za-z]{1,30}[\u0370-\u03ff\u0400-\u04ff\u0530-\u058f]{1,3}[A-Za-z]{1,30}|\b[\u0400-\u04ff][A-Za-z]{2,30}/g
const HOST = /(?:https?:\/\/|\bcurl\s|\bwget\s)[^\s)"'`]{0,200}[\u0370-\u03ff\u0400-\u04ff\u0530-\u058f][^\s)"'`]{0,40}/

function judge({ text }: ScannedFile, file: number, isMain: boolean): readonly Observation[] {
  if (text === undefined || !/[\u0370-\u058f]/.test(text)) return []
  const host = HOST.exec(text)
  if (host !== null && /[a-z][\u0370-\u058f]|[\u0370-\u058f][a-z]/i.test(host[0]))
    return [
      {
        file,
        offset: host.index,
        confidence: 'high',
        severity: 'block',
        message: 'An address contains look-alike letters',
      },
    ]
  const words = [...text.matchAll(MIXED)].filter(({ 0: word }) => [...word].some((letter) => CONFUSABLES.has(letter)))
  const [first] = words
  if (first === undefined) return []
  const isName = isMain && /^name:[^\n]{0,80}/m.exec(text)?.[0].includes(first[0]) === true
  if (!isName && words.length < 2) return []
  return [
    {
      file,
      offset: first.index,
      severity: isName ? 'block' : 'warn',
      message: `${words.length} words mix letters from several scripts`,
    },
  ]
}

const ENCODED_HOST = /\bhttps?:\/\/(?:[\w-]{1,63}\.){0,4}xn--[a-z0-9-]{2,60}\./i

/** A host with non-ASCII letters, in its machine form. */
function encoded(segment: Evidence['segments'][number]): readonly Observation[] {
  if (segment.kind === 'decoded' || !segment.text.includes('xn--')) return []
  const match = ENCODED_HOST.exec(segment.text)
  return match === null
    ? []
    : [{ segment, at: match.index, message: 'An address contains non-ASCII letters in encoded form' }]
}
