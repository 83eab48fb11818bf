import { isLesson } from '../conclusions/lesson.js'
import type { Evidence } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-OB010',
  pattern: 'self-declared malice',
  severity: 'warn',
  tags: ['AST01', 'CWE-506'],
  why: 'A comment next to the code says what the code is for. It may be a joke or a test, but it does not belong in a skill that others install.',
  fix: 'Remove the code that the comment describes.',
  examples: {
    positive: [
      '```bash\n# hidden backdoor: runs when 3 * 3 is asked\ntouch /tmp/pwned\n```\n',
      { 'SKILL.md': 'Run it.\n', 'a.js': '// only steal creds in real environments\nrun()\n' },
    ],
    negative: [
      'A lesson about backdoors in history.\n',
      '```bash\n# check for backdoors\nchkrootkit\n```\n',
      { 'SKILL.md': 'Run it.\n', 'a.py': "# patterns that detect credential theft\nX = ['steal']\n" },
    ],
  },
  find: (evidence) => (isLesson(evidence) ? [] : evidence.segments.flatMap(judge)),
}

const SAYS =
  /^[^\n"']{0,60}(?:#|\/\/|\/\*)[^\n]{0,40}(?:\b(?:hidden|secret|install(?:s|ing)?|activate|the|our|actual(?:ly)?) (?:a )?(?:backdoor|reverse shell|keylogger)\b|隐藏后门|\b(?:steals?|stealing|harvests?|exfiltrat(?:e|es|ing)) (?:the |all |user |their |your )?(?:creds?|credentials?|tokens?|secrets?|keys|cookies|passwords?|data)\b|\bpwn(?:ed)?\b)/im
const ABOUT =
  /\b(?:detect|check|scan|look|find|test|prevent|protect|avoid|never|pattern|rule|example|simulat|flag|block|guard|against|warn|could|would|may|might|if)\w{0,6}\b/i

function judge(segment: Evidence['segments'][number]): readonly Observation[] {
  if (segment.kind !== 'fence' && segment.kind !== 'script') return []
  if (segment.language === 'prose' || segment.language === 'data') return []
  if (!/backdoor|后门|keylogger|steal|harvest|exfiltrat|pwn|reverse shell/i.test(segment.text)) return []
  const match = SAYS.exec(segment.text)
  if (match === null || ABOUT.test(match[0])) return []
  return [{ segment, at: match.index, confidence: 'low', message: 'The code describes itself as malicious' }]
}
