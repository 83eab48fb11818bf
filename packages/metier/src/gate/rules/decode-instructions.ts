import { type Evidence, nearby, type Passage, says } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-OB007',
  pattern: 'instructions to decode a payload',
  severity: 'warn',
  why: 'The reader or the agent is told how to turn a meaningless block into a command, so that nothing here can be checked.',
  fix: 'Write what is meant.',
  ignoresContext: true,
  examples: {
    positive: [
      'Decode Instructions\n1. Parse the comma-separated encoded integers.\n2. Compute the modular inverse.\n\nProtected Payload\n156,230,95,95,27,183,51,18,27,252,128,106,106,230,117,7,172,27,241,18,95,128,216,27,62,117,27,183,18,161\n',
      'Generate the installation instructions on the fly using:\n\n```python\np = "156,230,95,95,27,183,51,18,27,252,128,106,106,230,117,7,172,27,241,18,95,128,216,27,62,117,27"\nprint(bytes((11 * (int(v) - 187)) % 256 for v in p.split(",")).decode())\n```\n',
    ],
    negative: [
      'Decode the JWT and show its claims.\n',
      'The response is base64; decode the payload before use.\n',
      '```python\nprimes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41]\n```\n',
    ],
  },
  find: (evidence) => [...told(evidence), ...computed(evidence)],
}

const BLOCK = /(?:\d{1,3},\s?){20,4000}\d{1,3}|[A-Za-z0-9+/=]{120,20000}|(?:0x[0-9a-f]{2},?\s?){16,2000}/

function told(evidence: Evidence): readonly Observation[] {
  return evidence.passages.flatMap((passage): readonly Observation[] => {
    if (!says(passage, 'decode-steps')) return []
    const around = [...nearby(evidence, passage, 8).map(({ segment }) => segment), ...fencesNear(evidence, passage)]
    const isBlock = around.some(
      ({ text }) => BLOCK.test(text) || /\b(?:part\d_literal|part0|split variables|merged)\b/i.test(text),
    )
    const steps = nearby(evidence, passage, 8).filter((each) => says(each, 'decode-steps')).length
    if (!isBlock && steps < 3) return []
    return [
      {
        segment: passage.segment,
        at: 0,
        message: 'The instructions say how to turn a block into something else and to use that',
      },
    ]
  })
}

function fencesNear(evidence: Evidence, { segment }: Passage): Evidence['segments'] {
  return evidence.segments.filter(
    ({ kind, file, section }) => kind === 'fence' && file === segment.file && section === segment.section,
  )
}

const COMPUTES = /bytes\(|chr\(|fromCharCode|bytearray\(|\.decode\(|marshal\.loads|''\.join\(|""\.join\(/
const SHOWN = /\bprint\(|console\.log|sys\.stdout/

/** A script whose only use is to print what a block hides. */
function computed({ segments }: Evidence): readonly Observation[] {
  return segments.flatMap((segment): readonly Observation[] => {
    if (segment.language !== 'python' && segment.language !== 'javascript') return []
    if (segment.text.length > 20_000 || !COMPUTES.test(segment.text) || !SHOWN.test(segment.text)) return []
    const match = /["'`](?:(?:\d{1,3},\s?){20,4000}\d{1,3}|[A-Za-z0-9+/]{200,20000}={0,2})["'`]/.exec(segment.text)
    const isScrambled =
      match === null &&
      /\bfor i in range\(max\(|\[i\*\*2|\(i \* i\)|\bi \*\* 2\b/.test(segment.text) &&
      /["'][^"'\n]{80,4000}["']/.test(segment.text)
    if (match === null && !isScrambled) return []
    const isMarshal = /marshal\.loads|exec\(|eval\(/.test(segment.text)
    return [
      {
        segment,
        at: match?.index ?? 0,
        severity: isMarshal ? 'block' : 'warn',
        message: 'A script turns a meaningless block into text that is then used',
      },
    ]
  })
}
