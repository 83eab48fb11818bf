import { type Evidence, nearby, type Passage, says } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'
import { isProgram } from './archive-password.js'

export const rule: Rule = {
  id: 'SK-SD005',
  pattern: 'warning to be ignored',
  severity: 'warn',
  why: 'The reader is asked in advance to ignore a warning from the antivirus scanner or the system. The author expects that warning.',
  fix: 'Sign the program, or publish it through a package manager.',
  raisedWhen: 'the program has to be installed',
  examples: {
    positive: [
      'If the antivirus complains about the helper, allow it: this is a false positive. Download: https://mail-helper.example.net/helper.exe\n',
      'Download https://dl.example.net/tool.dmg . When macOS says that it cannot verify the developer, dismiss the warning and open it anyway.\n',
    ],
    negative: [
      'The virus scanner reports false positives for some archives.\n',
      'If Gatekeeper complains, install the signed version with `brew install --cask tool`.\n',
      'Download https://example.com/report.pdf .\n',
    ],
  },
  find: (evidence) => evidence.passages.flatMap((passage) => judge(passage, evidence)),
}

const SCANNER =
  /\b(?:anti-?virus|defender|smartscreen|gatekeeper|virus scanner|security (?:warning|software|alert)|macos (?:says|warns|blocks)|windows (?:says|warns|blocks)|chrome (?:says|warns|blocks))\b/i
const IGNORED =
  /\b(?:false positives?|false alarm|ignore (?:it|this|the)|dismiss|allow it|run anyway|open (?:it )?anyway|keep anyway|more info|disable|turn (?:it )?off|whitelist|exclude|add an exception|safe to ignore)\b/i

function judge(passage: Passage, evidence: Evidence): readonly Observation[] {
  if (passage.segment.kind === 'heading') return []
  const match = passage.match(SCANNER)
  if (match === undefined || !IGNORED.test(passage.text)) return []
  const around = nearby(evidence, passage, 3)
  const link = around.flatMap(({ addresses }) => addresses).find(isProgram)
  if (link === undefined || link.kind === 'known') return []
  const isRun = around.some((each) => says(each, 'must-install') || says(each, 'archive-password'))
  const severity = link.kind === 'code' && !isRun ? 'note' : isRun ? 'block' : 'warn'
  return [
    {
      segment: passage.segment,
      at: match.index,
      severity,
      message: 'Tells the reader to ignore the warning about a download',
    },
  ]
}
