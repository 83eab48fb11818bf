import type { Evidence } from '../evidence.js'
import type { Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-SC004',
  pattern: 'unpinned remote server',
  severity: 'note',
  tags: ['AST02', 'CWE-494'],
  why: 'A server downloaded at every start is whatever its publisher, or anyone who took over the name, ships that day.',
  fix: 'Pin a version: some-server@1.2.3.',
  examples: {
    positive: [
      '```json\n{"mcpServers":{"docs":{"command":"npx","args":["-y","some-docs-mcp"]}}}\n```\n',
      {
        'SKILL.md': 'Use it.\n',
        'tools.yaml': 'servers:\n  docs: { command: npx, args: [-y, some-docs-mcp@latest] }\n',
      },
    ],
    negative: [
      '```json\n{"mcpServers":{"docs":{"command":"npx","args":["-y","some-docs-mcp@1.2.3"]}}}\n```\n',
      '```bash\nnpx -y prettier --check .\n```\n',
      '```json\n{"mcpServers":{"docs":{"command":"node","args":["server.js"]}}}\n```\n',
    ],
  },
  find: ({ segments }) => segments.flatMap(judge),
}

const SERVER = /\bcommand"?\s{0,4}:\s{0,4}"?(?:npx|uvx|bunx|pnpm)"?[^}\]]{0,40}args"?\s{0,4}:\s{0,4}\[([^\]]{2,400})\]/g

function judge(segment: Evidence['segments'][number]): ReturnType<Rule['find']> {
  if (segment.kind === 'decoded' || !segment.text.includes('args')) return []
  return [...segment.text.matchAll(SERVER)].flatMap(({ index, 1: words = '' }) => {
    const name = words
      .split(',')
      .map((word) => word.replace(/["'\s]/g, ''))
      .find((word) => word !== '' && !word.startsWith('-'))
    if (name === undefined || /.@\d/.test(name)) return []
    return [{ segment, at: index, message: `${name} is downloaded without a pinned version` }]
  })
}
