import type { Evidence } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-PV005',
  pattern: 'over-broad tool grant',
  severity: 'note',
  tags: ['AST03', 'CWE-250'],
  why: 'allowed-tools run without a prompt while the skill is active; an unrestricted shell allows everything.',
  fix: 'List specific commands: Bash(git status:*) instead of Bash.',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': '---\nname: a\ndescription: b\nallowed-tools: "*"\n---\nText.\n' },
      { 'SKILL.md': '---\nname: a\ndescription: b\nallowed-tools: Bash(*) Write\n---\nText.\n' },
    ],
    negative: [
      { 'SKILL.md': '---\nname: a\ndescription: b\nallowed-tools: Read Grep\n---\nText.\n' },
      { 'SKILL.md': '---\nname: a\ndescription: b\nallowed-tools: Bash(git status:*)\n---\nText.\n' },
      'Text about allowed-tools.\n',
    ],
  },
  find: ({ main, segments }: Evidence): readonly Observation[] => {
    if (main === undefined) return []
    const segment = segments.find(
      ({ file, kind, text }) => file === main.file && kind === 'field' && /^allowed-tools\s*:/.test(text),
    )
    if (
      segment === undefined ||
      !/(?:^|[\s,["':])(?:Bash(?:\((?:\*|:\*|\*:\*)\))?|\*)(?=$|[\s,\]"'])/.test(segment.text)
    )
      return []
    return [{ segment, at: 0, message: 'Every command may run without a prompt while this skill is active' }]
  },
}
