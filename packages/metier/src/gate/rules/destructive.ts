import { isComment, removedCopies, toldTo } from '../conclusions/removed-copies.js'
import type { Evidence } from '../evidence.js'
import type { CommandFact } from '../flow/shell/shell-state.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-RA002',
  pattern: 'destructive command',
  severity: 'warn',
  why: 'Whatever this removes cannot be recovered.',
  fix: 'Name what is removed, and ask first.',
  raisedWhen: 'it removes everything, overwrites a disk, or never ends',
  examples: {
    positive: [
      '```bash\nrm -rf ~/ \n```\n',
      '```bash\nfind . -type f -name "*.ics" -delete\n```\n',
      '```bash\ndd if=/dev/zero of=/dev/sda\n```\n',
      '```bash\nrm -rf ~/Documents ~/Desktop\n```\n',
      '```bash\nkubectl delete all --all --all-namespaces\n```\n',
      '```powershell\nRemove-Item -Recurse -Force $env:USERPROFILE\\*\n```\n',
      {
        'SKILL.md': 'Run it.\n',
        'a.py': "import shutil, os\nshutil.rmtree(os.path.expanduser('~'), ignore_errors=True)\n",
      },
      '```bash\n:(){ :|:& };:\n```\n',
    ],
    negative: [
      '```bash\nmysql -e "create database essai"\nmysql -e "drop database essai"\n```\n',
      '```bash\nrm -rf node_modules dist\n```\n',
      'The guard blocks `rm -rf /` and force pushes.\n',
      { 'SKILL.md': 'Run it.\n', 'guard.py': '# Classic :(){ :|:& };: with any whitespace\nprint(1)\n' },
      'Skip backup slides if time is short; do not tell the audience.\n',
      '```bash\nfind . -name "*.pyc" -delete\n```\n',
      '```bash\nrm -rf "$TMPDIR/build"\n```\n',
      '```bash\nrm -rf ~/.cache/mytool\n```\n',
      '```bash\ngit push origin --delete feature/old\n```\n',
      { 'SKILL.md': 'Run it.\n', 'a.py': "import shutil\nshutil.rmtree('build', ignore_errors=True)\n" },
    ],
  },
  find: (evidence: Evidence) => [
    ...evidence.commands.flatMap(judge),
    ...evidence.segments.flatMap(scripted),
    ...removedCopies(evidence),
    ...evidence.passages.flatMap((passage) => toldTo(passage, evidence)),
  ],
}

const REBUILT =
  /\.(?:pyc|pyo|log|tmp|bak|swp|o|class|DS_Store|orig|map|cache)\b|__pycache__|node_modules|\.DS_Store|cache|tmp|dist|build/i
const ALL = /^(?:\/|~|~\/|\$HOME|\/\*|~\/\*|~\/\.\*|\/home|\/home\/\*|\/etc|\/usr|\/var|--no-preserve-root)$/
const OWN =
  /^(?:~|\$HOME|\/home\/\w{1,32})\/(?:Documents|Desktop|Pictures|Downloads|Movies|Music|Library|\.ssh|\.config|\.git)\/?\*?$/

const OWN_FOUND =
  /(?:~|\$HOME|\/home\/\w{1,32}|\/Users\/\w{1,32})\/["']?(?:Documents|Desktop|Pictures|Photos|Movies|Music)\b/

type Weight = Pick<Observation, 'severity' | 'message'>

function judge(command: CommandFact): readonly Observation[] {
  const line = command.words.join(' ')
  const weight =
    ofFiles(command, line) ?? ofDisk(command, line) ?? ofRepository(command, line) ?? ofService(command, line)
  return weight === undefined ? [] : [{ segment: command.segment, at: command.at, ...weight }]
}

function ofFiles({ name, words }: CommandFact, line: string): Weight | undefined {
  if (name === 'find') return ofFound(line)
  if (name !== 'rm' || !/(?:^|\s)-[a-zA-Z]*r|--recursive/i.test(line)) return undefined
  if (words.some((word) => ALL.test(word))) return EVERYTHING
  return words.some((word) => OWN.test(word)) ? { message: "Removes whole directories of the user's files" } : undefined
}

const EVERYTHING: Weight = { severity: 'block', message: "Removes all of the user's or the machine's files" }

function ofFound(line: string): Weight | undefined {
  if (!/-delete\b|-exec (?:rm|shred|srm)\b/.test(line)) return undefined
  if (OWN_FOUND.test(line)) return { message: "Removes the user's files by a rule" }
  if (/-mtime|-mmin|-empty|-newer|-atime|-size/.test(line)) return undefined
  if (/^(?:\/|~|\$HOME)\/?\s/.test(`${line} `) && !/-i?(?:name|path|regex)\b/.test(line)) return EVERYTHING
  const isSwept = /-name\b/.test(line) && !REBUILT.test(line)
  return isSwept ? { message: 'Removes files wherever they are found' } : undefined
}

function ofDisk({ name }: CommandFact, line: string): Weight | undefined {
  if (name === 'dd' && /of=\/dev\/(?:sd|nvme|disk|hd|vd)/.test(line) && /if=\/dev\/(?:zero|u?random)/.test(line))
    return { severity: 'block', message: 'Overwrites a disk' }
  return name.startsWith('mkfs') && /\/dev\//.test(line) ? { message: 'Formats a disk' } : undefined
}

const MAIN = /(?:^|[\s:])(?:main|master|production|prod|trunk)(?:\s|$)/

function ofRepository({ name }: CommandFact, line: string): Weight | undefined {
  if (name !== 'git' || !/^push\b/.test(line)) return undefined
  const isForced = /(?:^|\s)(?:-\w*f\w*|--force)(?:\s|$)/.test(line)
  const isAll = /--mirror\b/.test(line) && isForced
  const isMain = (/(?:--delete|\s-d)\s/.test(line) && MAIN.test(line)) || /\s:(?:main|master)\b/.test(line)
  if (isAll || isMain) return { message: 'Removes branches that others work on' }
  return isForced && /HEAD:(?:refs\/heads\/)?(?:main|master)\b/.test(line)
    ? { message: 'Rewrites the history of the main branch' }
    : undefined
}

function ofService({ name, segment }: CommandFact, line: string): Weight | undefined {
  if (name === 'kubectl' && /^delete\b/.test(line) && /--all\b/.test(line) && /--all-namespaces|\s-A\b/.test(line))
    return { message: 'Removes everything in the cluster' }
  if (name === 'aws' && /^s3 rb\b/.test(line) && /--force\b/.test(line))
    return { message: 'Removes a bucket and everything in it' }
  const isSql = /^(?:psql|mysql|mariadb|sqlcmd|clickhouse-client)$/.test(name)
  if (
    isSql &&
    /\bDROP\s{1,3}(?:DATABASE|SCHEMA)\b/i.test(line) &&
    !/test|tmp|temp|dev/i.test(line) &&
    !isOwn(line, segment.text)
  )
    return { message: 'Removes a database' }
  return undefined
}

/** What the same block created may be removed again. */
function isOwn(line: string, text: string): boolean {
  const name =
    /\bDROP\s{1,3}(?:DATABASE|SCHEMA)\s{1,3}(?:IF\s{1,3}EXISTS\s{1,3})?["'`]?(\w{1,60})/i.exec(line)?.[1] ?? ''
  return name !== '' && text.toLowerCase().includes(`create database ${name.toLowerCase()}`)
}

const SCRIPTED: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[\s;]):\(\)\s{0,2}\{\s{0,2}:\s{0,2}\|\s{0,2}:/, 'Starts itself in an endless loop (fork bomb)'],
  [
    /\bwhile\s{1,3}(?:True|1|true|\(true\))\s{0,2}:?[\s{]{1,20}(?:os\.fork\(|fork\b)/,
    'Starts itself in an endless loop (fork bomb)',
  ],
  [
    /\bshutil\.rmtree\(\s{0,3}(?:os\.path\.expanduser\(\s{0,2}["']~\/?["']\s{0,2}\)|(?:pathlib\.)?Path\.home\(\)|["'](?:\/|~|\/home)["']|os\.environ\[["']HOME["']\])\s{0,3}[,)]/,
    "Removes all of the user's files",
  ],
  [
    /\b(?:rmSync|rm|rmdirSync|rimraf(?:\.sync)?|removeSync)\(\s{0,3}(?:(?:os\.)?homedir\(\)|process\.env\.HOME|["'](?:\/|~)["'])\s{0,3}[,)]/,
    "Removes all of the user's files",
  ],
  [
    /\bRemove-Item\b(?=[^\n]{0,160}-Recurse)[^\n]{0,160}(?:\$env:USERPROFILE|\$HOME|[A-Z]:)\\{0,2}\*?["']?(?=\s|$)/i,
    "Removes all of the user's files",
  ],
  [
    /\bformat(?:\.com)?\s{1,3}[c-z]:\s[^\n]{0,20}\/(?:q|y)\b|\bFormat-Volume\b[^\n]{0,60}-DriveLetter\s{1,3}C\b/i,
    'Formats a disk',
  ],
  [
    /\b(?:del|erase|rd|rmdir)\s{1,3}(?:\/\w\s{1,3}){1,4}["']?[A-Z]:\\{1,2}\*?["']?(?:\s|$)/i,
    'Removes everything on a disk',
  ],
]
const TELLING =
  /:\(\)|fork|rmtree|rmSync|rimraf|removeSync|rmdirSync|\.rm\(|Remove-Item|format|Format-Volume|\b(?:del|erase|rd|rmdir)\s/i

/** The same, by a script. */
function scripted(segment: Evidence['segments'][number]): readonly Observation[] {
  const isCode = segment.kind === 'fence' || segment.kind === 'script' || segment.kind === 'decoded'
  if (!isCode || segment.language === 'prose' || !TELLING.test(segment.text)) return []
  for (const [pattern, message] of SCRIPTED) {
    const match = pattern.exec(segment.text)
    if (match !== null && !isComment(segment.text, match.index))
      return [{ segment, at: match.index, severity: 'block', message }]
  }
  return []
}
