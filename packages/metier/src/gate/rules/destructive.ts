import type { Evidence } from '../evidence.js'
import type { CommandFact } from '../flow/shell-state.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-RA002',
  pattern: 'destructive command',
  severity: 'warn',
  tags: ['AST01', 'T1485'],
  why: 'What this removes does not come back.',
  fix: 'Name what is removed, and ask first.',
  examples: {
    positive: [
      '```bash\nrm -rf ~/ \n```\n',
      '```bash\nfind . -type f -name "*.ics" -delete\n```\n',
      '```bash\ndd if=/dev/zero of=/dev/sda\n```\n',
    ],
    negative: [
      '```bash\nrm -rf node_modules dist\n```\n',
      '```bash\nfind . -name "*.pyc" -delete\n```\n',
      '```bash\nrm -rf "$TMPDIR/build"\n```\n',
    ],
  },
  find: ({ commands }: Evidence) => commands.flatMap(judge),
}

const REBUILT =
  /\.(?:pyc|pyo|log|tmp|bak|swp|o|class|DS_Store|orig|map|cache)\b|__pycache__|node_modules|\.DS_Store|cache|tmp|dist|build/i

function judge({ name, words, segment, at, text }: CommandFact): readonly Observation[] {
  const line = words.join(' ')
  const place = { segment, at }
  if (
    name === 'rm' &&
    /^-[a-zA-Z]*r/.test(line) &&
    words.some((word) => /^(?:\/|~|~\/|\$HOME|\/\*|~\/\*|--no-preserve-root)$/.test(word))
  )
    return [{ ...place, severity: 'block', message: 'Everything of the user or the machine is removed' }]
  if (
    name === 'find' &&
    /-delete\b|-exec rm\b/.test(line) &&
    /-name\b/.test(line) &&
    !REBUILT.test(line) &&
    !/-mtime|-mmin|-empty|-newer/.test(line)
  )
    return [{ ...place, message: 'Files are removed wherever they are found' }]
  if (name === 'dd' && /of=\/dev\/(?:sd|nvme|disk|hd)/.test(line) && /if=\/dev\/(?:zero|u?random)/.test(line))
    return [{ ...place, severity: 'block', message: 'A disk is overwritten' }]
  if (name.startsWith('mkfs') && /\/dev\//.test(line)) return [{ ...place, message: 'A disk is formatted' }]
  if (/:\(\)\s{0,2}\{\s{0,2}:\s{0,2}\|\s{0,2}:/.test(text))
    return [{ ...place, severity: 'block', message: 'A loop that starts itself without end' }]
  return []
}
