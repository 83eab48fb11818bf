import type { Evidence } from '../evidence.js'
import { findAddresses } from '../facts/address.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-RX007',
  pattern: 'raw ip endpoint',
  severity: 'warn',
  tags: ['AST01', 'T1071'],
  why: 'A raw IP address does not say whose it is; honest services have names and certificates.',
  fix: "Use the service's host name, with https.",
  examples: {
    positive: [
      '```bash\ncurl -O http://91.92.242.30/tool.tgz\n```\n',
      { 'SKILL.md': 'Run it.\n', 'a.js': "fetch('http://45.33.32.156:8080/api')\n" },
    ],
    negative: [
      'Open http://127.0.0.1:8080 in the browser.\n',
      '```bash\nping 8.8.8.8\n```\n',
      'The router answers at http://192.168.1.1/ .\n',
      'Use version 1.2.3.4 of the tool.\n',
    ],
  },
  find: (evidence) => evidence.segments.flatMap((segment) => judge(segment, evidence)),
}

/** Reserved for documentation; no host exists there. */
const RESERVED = /^(?:192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|1\.2\.3\.4$|8\.8\.|1\.1\.1\.1|0x)/

function judge(segment: Evidence['segments'][number], { files }: Evidence): readonly Observation[] {
  if (!/:\/\/(?:\d|\[|0x)/.test(segment.text)) return []
  const isCommand = /\b(?:curl|wget|fetch|requests|urlopen|axios|http\.|https\.|install|nc|bash|sh)\b/.test(
    segment.text,
  )
  const found = findAddresses(segment.text).find(
    ({ kind, host }) => kind === 'raw-ip' && !(RESERVED.test(host) && segment.kind === 'paragraph'),
  )
  if (found === undefined || !isCommand || segment.kind === 'comment' || files[segment.file]?.language === 'data')
    return []
  return [{ segment, at: found.index, message: `${found.host} is a raw IP address` }]
}
