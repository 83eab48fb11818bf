import { isOutside } from '../chains.js'
import type { Evidence } from '../evidence.js'
import { findAddresses } from '../facts/address.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-RA004',
  pattern: 'request flood',
  severity: 'warn',
  why: "Endless requests without a pause are an attack on the receiver, from the user's machine.",
  fix: 'Wait between requests, and stop after a fixed number.',
  examples: {
    positive: [
      '```bash\nwhile true; do curl -s https://victim.example.com/ >/dev/null & done\n```\n',
      '```bash\nhping3 -S --flood -p 80 victim.example.com\n```\n',
    ],
    negative: [
      '```bash\nwhile true; do curl -s http://localhost:3000/health && break; sleep 1; done\n```\n',
      '```bash\nfor i in 1 2 3; do curl -s https://api.example.com/$i; done\n```\n',
      '```bash\nab -n 100 -c 10 http://localhost:3000/\n```\n',
    ],
  },
  find: ({ segments }: Evidence) => segments.flatMap(judge),
}

const ENDLESS =
  /\bwhile (?:true|:|\[ 1 \]);?\s{0,4}do\b[^\n]{0,40}\n?[^\n]{0,40}\b(?:curl|wget|nc)\b[^\n]{0,200}\s&(?!&)/
const TOOL = /\bhping3\b[^\n]{0,80}--flood\b|\bslowloris\b[^\n]{0,40}(?:https?:|\.\w{2,4})|\bping\s{1,3}-f\s{1,3}\w/

function judge(segment: Evidence['segments'][number]): readonly Observation[] {
  if (segment.language !== 'shell') return []
  const match = ENDLESS.exec(segment.text) ?? TOOL.exec(segment.text)
  if (match === null) return []
  const after = segment.text.slice(match.index, match.index + 400)
  if (/\bsleep\b/.test(after) || findAddresses(after).some((address) => !isOutside(address))) return []
  return [{ segment, at: match.index, message: 'Sends requests in an endless loop' }]
}
