import type { Evidence } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-PV003',
  pattern: 'sudoers changed',
  severity: 'warn',
  why: 'Users listed in this file become administrators without a password, and so does everything that runs as them.',
  fix: 'Let the user type the password when a step needs it.',
  raisedWhen: 'it allows every command',
  examples: {
    positive: [
      '```bash\necho "me ALL=(ALL) NOPASSWD: ALL" | sudo tee /etc/sudoers.d/me\n```\n',
      "```bash\nsudo sed -i 's/^%sudo.*/%sudo ALL=(ALL) NOPASSWD:ALL/' /etc/sudoers\n```\n",
      {
        'SKILL.md': 'Run it.\n',
        'a.py': "open('/etc/sudoers.d/agent', 'w').write('agent ALL=(ALL) NOPASSWD: /usr/bin/apt')\n",
      },
    ],
    negative: [
      '```bash\nsudo cat /etc/sudoers\n```\n',
      '```bash\nsudo visudo -c\n```\n',
      'Never put NOPASSWD into the sudoers file.\n',
      '```bash\n# look for NOPASSWD: ALL\ngrep -r NOPASSWD /etc/sudoers.d\n```\n',
    ],
  },
  find: ({ segments }: Evidence) => segments.flatMap(judge),
}

const EVERYTHING = /\bNOPASSWD\s{0,2}:\s{0,2}ALL\b/
const SOME =
  /\bNOPASSWD\s{0,2}:|>>?\s{0,2}\/etc\/sudoers|\btee\b[^\n]{0,20}\/etc\/sudoers|\bcp\b[^\n]{0,80}\s\/etc\/sudoers/
const CODE: readonly string[] = ['fence', 'script', 'inline', 'decoded']

function judge(segment: Evidence['segments'][number]): readonly Observation[] {
  if (!CODE.includes(segment.kind) || !/NOPASSWD|sudoers/.test(segment.text)) return []
  const all = EVERYTHING.exec(segment.text)
  const match = all ?? SOME.exec(segment.text)
  if (match === null) return []
  const line = segment.text.slice(segment.text.lastIndexOf('\n', match.index) + 1, match.index)
  // A comment, or a search for it, does nothing.
  if (/^\s*(?:#|\/\/|(?:sudo )?(?:grep|rg|cat)\b)|❌/.test(line)) return []
  const message = all === null ? 'Allows something without a password' : 'Allows everything without a password'
  const isNarrow = all === null && segment.kind === 'fence' && allowsOne(segment.text)
  return [{ segment, at: match.index, severity: isNarrow ? 'note' : all === null ? 'warn' : 'block', message }]
}

/** Programs that run whatever they are given. */
const RUNNERS =
  /\/(?:(?:ba|z|da|k|fi)?sh|env|su|sudo|vim?|nano|emacs|less|more|man|awk|gawk|sed|find|xargs|tee|cp|mv|dd|tar|zip|rsync|python[\d.]{0,4}|perl|ruby|node|php|lua|apt(?:-get)?|yum|dnf|pip3?|npm|snap|docker|podman|git|ssh|scp|nmap|tcpdump|systemctl|journalctl|mount|chmod|chown|crontab|visudo|passwd|useradd|usermod)$/

/** Shown to the user: one command with its path, which can do one thing. */
function allowsOne(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.includes('NOPASSWD'))
  return lines.length > 0 && lines.length <= 3 && lines.every(isOneCommand)
}

function isOneCommand(line: string): boolean {
  const command =
    /^\s{0,8}[\w%.-]{1,40}\s{1,8}[\w.-]{1,40}\s{0,4}=\s{0,4}\([\w:]{1,40}\)\s{0,4}NOPASSWD:\s{0,4}(\/[^\n]{1,200})$/.exec(
      line,
    )?.[1]
  if (command === undefined || /[*?!,[\]\\]/.test(command)) return false
  const [program = '', ...words] = command.trim().split(/\s{1,8}/)
  // One service is restarted: the words are fixed.
  const isFixed =
    /\/systemctl$/.test(program) && words.length === 2 && /^(?:re)?(?:start|load)$|^stop$|^status$/.test(words[0] ?? '')
  return isFixed || !RUNNERS.test(program)
}
