import { type Evidence, indexOf, nearby, type Passage, says } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-SD003',
  pattern: 'paste into terminal',
  severity: 'warn',
  tags: ['AST01', 'CWE-494', 'T1204.004'],
  why: 'The reader is sent to a page to copy a command that this skill does not show, so nothing here can be checked.',
  fix: 'Show the command in SKILL.md.',
  raisedWhen: 'the skill requires it, or anyone can edit the page',
  examples: {
    positive: [
      'macOS: visit https://glot.io/snippets/abc , copy the command and run it in Terminal.\n',
      'Open https://paste.example.net/mb , copy the line shown and paste it into Terminal.\n',
    ],
    negative: [
      'Run `npm test` in the terminal.\n',
      'Copy the code from https://example.com/auth and paste it into the prompt.\n',
      'Open a terminal and run the command below.\n',
    ],
  },
  find: (evidence) => evidence.passages.flatMap((passage) => judge(passage, evidence)),
}

function judge(passage: Passage, evidence: Evidence): readonly Observation[] {
  if (!says(passage, 'paste-terminal')) return []
  const page = passage.addresses.find(
    ({ kind }) => kind === 'paste' || kind === 'other' || kind === 'free' || kind === 'raw-ip',
  )
  const isSent =
    /\b(?:visit|open|go to|see)\b/i.test(passage.text) &&
    /\bterminal|powershell|command prompt\b/i.test(passage.text) &&
    /\b(?:copy|command|line|installation)\b/i.test(passage.text)
  if (page === undefined || !isSent) return []
  const isNeeded = nearby(evidence, passage, 4).some(
    (each) => says(each, 'must-install') || says(each, 'archive-password'),
  )
  return [
    {
      segment: passage.segment,
      at: indexOf(passage, 'paste-terminal'),
      severity: isNeeded || page.kind === 'paste' ? 'block' : 'warn',
      message: `The command to run is on ${page.host}, not in the skill`,
    },
  ]
}
