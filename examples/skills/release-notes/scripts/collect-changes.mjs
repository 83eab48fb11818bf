// Prints the commits between two points of a git repository, grouped for release notes. Reads only.
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const GROUPS = [
  ['Breaking', []],
  ['Features', ['feat', 'feature', 'add']],
  ['Fixes', ['fix', 'bugfix', 'security']],
  ['Performance', ['perf']],
  ['Documentation', ['doc', 'docs']],
  ['Internal', ['refactor', 'test', 'tests', 'build', 'ci', 'chore', 'style', 'deps']],
  ['Other', []],
]
const FIELD = '\u001f'
const RECORD = '\u001e'

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string', default: 'HEAD' },
    repository: { type: 'string', default: '.' },
    json: { type: 'boolean', default: false },
  },
})

try {
  const from = values.from ?? lastTagBefore(values.to)
  const groups = groupCommits(readCommits(from, values.to))
  console.log(values.json ? JSON.stringify({ from, to: values.to, groups }, null, 2) : render(from, values.to, groups))
} catch (error) {
  console.error(error.stderr?.trim() || error.message)
  process.exitCode = 1
}

function git(...parameters) {
  return execFileSync('git', ['-C', values.repository, ...parameters], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The tag before `to`, or nothing if there is none: the notes then start at the first commit. */
function lastTagBefore(to) {
  const start = tagsAt(to).length > 0 ? `${checked(to)}^` : checked(to)
  try {
    return git('describe', '--tags', '--abbrev=0', start).trim()
  } catch {
    return undefined
  }
}

function tagsAt(reference) {
  return git('tag', '--points-at', checked(reference)).split('\n').filter(Boolean)
}

/** Git would treat a reference that starts with a dash as an option. */
function checked(reference) {
  if (reference.startsWith('-')) throw new Error(`Not a reference: ${reference}`)
  return reference
}

function readCommits(from, to) {
  const range = from === undefined ? checked(to) : `${checked(from)}..${checked(to)}`
  const format = ['%h', '%s', '%b', '%an', '%as'].join(FIELD) + RECORD
  return git('log', '--no-merges', `--format=${format}`, range, '--')
    .split(RECORD)
    .map((record) => record.trim())
    .filter(Boolean)
    .map(toCommit)
}

function toCommit(record) {
  const [hash, subject, body, author, date] = record.split(FIELD)
  const prefix = /^(\w+)(?:\(([^)]*)\))?(!)?:\s*(.*)$/.exec(subject)
  const isBreaking = prefix?.[3] === '!' || /^BREAKING[ -]CHANGE:/m.test(body)
  const note = /^BREAKING[ -]CHANGE:\s*(.+)$/m.exec(body)?.[1]
  return {
    hash,
    type: prefix?.[1].toLowerCase(),
    area: prefix?.[2],
    subject: prefix?.[4] ?? subject,
    isBreaking,
    note,
    issues: [...new Set(`${subject}\n${body}`.match(/#\d+\b/g) ?? [])],
    author,
    date,
  }
}

function groupCommits(commits) {
  const nameOf = ({ type, isBreaking }) =>
    isBreaking ? 'Breaking' : (GROUPS.find(([, types]) => types.includes(type))?.[0] ?? 'Other')
  return GROUPS.map(([name]) => ({ name, commits: commits.filter((commit) => nameOf(commit) === name) })).filter(
    (group) => group.commits.length > 0,
  )
}

function render(from, to, groups) {
  const count = groups.reduce((sum, group) => sum + group.commits.length, 0)
  const start = from ?? 'the first commit (there is no earlier tag)'
  const lines = [`${count} commits from ${start} to ${to}`]
  for (const { name, commits } of groups) {
    lines.push('', `${name} (${commits.length})`)
    for (const commit of commits) lines.push(...renderCommit(commit))
  }
  return lines.join('\n')
}

function renderCommit({ hash, type, area, subject, note, issues }) {
  const label = [type, area && `(${area})`].filter(Boolean).join('')
  const line = `  ${hash}  ${label ? `${label}: ` : ''}${subject}${issues.length > 0 ? `  [${issues.join(' ')}]` : ''}`
  return note === undefined ? [line] : [line, `           breaking: ${note}`]
}
