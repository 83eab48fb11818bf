import type { Evidence } from '../evidence.js'
import type { Severity } from '../finding.js'
import { groupMembers, type OddityGroup } from '../group-members.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-ST005',
  pattern: 'unread content',
  severity: 'warn',
  tags: ['T1027'],
  why: 'Content that cannot be read cannot be judged, so the scan says so instead of staying silent.',
  fix: 'Ship plain files within the limits; leave out archives and binaries.',
  raisedWhen: 'programs disagree about what SKILL.md says, so a review may read another text than the agent',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Unpack it.\n', 'a.7z': [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 0, 0, 0] },
      { 'SKILL.md': 'Unpack it.\n', 'a.rar': [0x52, 0x61, 0x72, 0x21, 0x1a, 7, 1, 0, 0, 0] },
      { 'SKILL.md': 'Unpack it.\n', 'a.tar.xz': [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 4, 0xe6, 0xd6] },
      { 'SKILL.md': 'Load it.\n', 'model.so': [0xc1, 0, 0xfe, 0x81, 0x9a, 0xbc, 0, 0xf0] },
      { 'SKILL.md': 'Read it.\n', 'guide.pdf': [0x25, 0x50, 0x44, 0x46, 0x2d, 0x31, 0, 0xff, 0xfe] },
    ],
    negative: [
      { 'SKILL.md': 'Read.\n', 'notes.txt': 'plain\n' },
      { 'SKILL.md': 'Look.\n', 'a.woff': [0x77, 0x4f, 0x46, 0x46, 0, 1, 0, 0] },
      { 'SKILL.md': 'Read.\n', 'empty.txt': '' },
      { 'SKILL.md': 'Read.\n', 'table.dat': [0xc1, 0, 0xfe, 0x81, 0x9a, 0xbc, 0, 0xf0] },
    ],
  },
  find: (evidence) => [
    ...groupMembers(evidence.oddities, evidence.files).flatMap((group) => judge(group, evidence)),
    ...evidence.leftOut.map((path) => judgeLeftOut(path, evidence)),
  ],
}

const WORDS: Readonly<Record<string, readonly [Severity, string]>> = {
  'unread-archive': ['warn', 'This archive cannot be read'],
  'unread-program': ['warn', 'This file can be run or loaded, but cannot be read'],
  'unread-data': ['note', 'The content of this file is not read'],
  'cut-document': ['note', 'Only part of this document was read'],
  defeated: ['warn', 'The parser could not handle this file'],
  exhausted: ['warn', 'Only part of this was followed'],
  'two-texts': ['block', 'SKILL.md reads differently in different programs'],
  'zero-bytes-main': ['block', 'SKILL.md contains NUL bytes, so programs disagree about what it says'],
  'zero-bytes-data': ['note', 'A text contains NUL bytes'],
  'zero-bytes': ['warn', 'A text contains NUL bytes'],
  'broken-text': ['warn', 'This text is not valid UTF-8'],
  'foreign-text': ['note', 'Parts of this text are in another encoding'],
}

/** Without one of these, code that was not followed reaches no network and assembles no other code. */
const CAPABLE =
  /\b(?:fetch|axios|XMLHttpRequest|WebSocket|EventSource|sendBeacon|https?|http2|net|tls|dgram|dns|urllib\d?|requests|httpx|aiohttp|sockets?|smtplib|ftplib|paramiko|curl|wget|nc|ncat|scp|rsync|ssh|eval|exec|compile|Function|constructor|atob|b64decode|unhexlify|fromCharCode|decompress|importlib|__import__|getattr|globals|builtins|ctypes|dlopen|marshal|pickle)\b|import\(/

function judge({ kind, file, offset, detail, others }: OddityGroup, { files }: Evidence): readonly Observation[] {
  const known = WORDS[kind]
  if (known === undefined) return []
  const isHarmless = (kind === 'defeated' || kind === 'exhausted') && !CAPABLE.test(files[file]?.text ?? 'eval')
  const more = others === 0 ? '' : `, and ${others} more in the same archive`
  return [{ file, offset, severity: isHarmless ? 'note' : known[0], message: `${known[1]} (${detail}${more})` }]
}

/** An install leaves it out, but it still runs if the directory is used directly and the skill calls it. */
function judgeLeftOut(path: string, { commands }: Evidence): Observation {
  const isRun = commands.some(({ name, words }) => {
    const isInterpreter = /^(?:ba|z|da|k)?sh$|^(?:python3?|node|perl|ruby|source|\.)$/.test(name)
    return name.includes(path) || (isInterpreter && words.some((word) => word.includes(path)))
  })
  return {
    file: 0,
    offset: 0,
    path,
    severity: isRun ? 'warn' : 'note',
    message: isRun
      ? 'The skill runs this, but it was not scanned: an install leaves it out'
      : 'This is not part of the skill and was not scanned: an install leaves it out',
  }
}
