/** Composes the report of `metier doctor`: what was found, what is wrong, and how to fix it. */

import { dirname } from 'node:path'
import { usableFixes } from '../../../manager/details/suggest-fixes.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import { helpFor } from '../../skills/annotate-fix.js'
import { describeNearest } from '../../skills/nearest-skill.js'
import { START } from '../../skills/nothing-yet.js'
import { describeDrift, FLATTENED_ADVICE, isFlattened } from '../../store/link-lines.js'
import { describeRevocation } from '../../store/standing-lines.js'
import { type Line, type Span, say, styled } from '../../terminal/lines.js'
import { nameSome } from '../../terminal/name-some.js'
import { counted } from '../validate/lines.js'
import type { IndexStatus, MachineReport, Problem } from './examine-machine.js'
import { composeSandbox } from './machine-sandbox.js'

const MOST_PLACES = 5
const MOST_SKILLS = 20
const MOST_FIXES = 4

export function composeExamination(examination: MachineReport): readonly Line[] {
  const { problems, summary } = examination
  return [
    ...section('Roots', composeRoots(examination)),
    ...section('Configuration', composeConfiguration(examination)),
    ...section('Index', [composeIndex(examination.index)]),
    ...section('Installed', composeInstalled(examination)),
    ...section('Sandbox', composeSandbox(examination.sandbox)),
    ...section('Agents', composeAgents(examination)),
    ...section('Problems', problems.filter(({ severity }) => severity !== 'notice').flatMap(composeProblem)),
    ...section('Cannot be used here', composeIneligible(examination)),
    ...section('Disabled or not approved', composeOff(examination)),
    ...section('Shadowed by a nearer skill with the same name', composeShadowed(examination)),
    ...section(
      'Not loaded because they are inside another skill',
      upTo(MOST_SKILLS, examination.nested, (path) => [`  ${path}`]),
    ),
    ...section(
      'Not skills because they have no SKILL.md',
      upTo(MOST_SKILLS, examination.empty, (path) => [`  ${path}`]),
    ),
    ...section('Notices', composeNotices(examination)),
    ...section('Easily confused with each other', composeConfused(examination)),
    `${counted(summary.skills, 'skill')}: ${summary.eligible} eligible, ${summary.ineligible} ineligible, ${summary.disabled} disabled`,
    composeVerdict(examination),
  ]
}

function section(title: string, lines: readonly Line[]): readonly Line[] {
  return lines.length === 0 ? [] : [[styled(title, 'bold')], ...lines, '']
}

function upTo<T>(most: number, values: readonly T[], compose: (value: T) => readonly Line[]): readonly Line[] {
  const left = values.length - most
  const rest: readonly Line[] = left > 0 ? [[styled(`    … and ${left} more (--json shows all)`, 'dim')]] : []
  return [...values.slice(0, most).flatMap(compose), ...rest]
}

/** Missing default roots are normal: they get one line, unless all roots are missing. */
function composeRoots({ roots, problems }: MachineReport): readonly Line[] {
  const isNoneThere = roots.every(({ status }) => status === 'missing')
  const missing = problems.filter(({ code }) => code === 'root_missing').flatMap(({ places }) => places)
  const named = new Set(missing.map(({ file }) => file))
  const shown = roots.filter(({ path, status }) => isNoneThere || status !== 'missing' || named.has(path))
  const lines = shown.map((root) => composeRoot(root, named.has(root.path)))
  const absent = roots.length - shown.length
  if (absent > 0) lines.push([styled(`    ${counted(absent, 'default root')} not present, which is fine`, 'dim')])
  if (isNoneThere && named.size === 0) lines.push('', ...adviseOnStart())
  return lines
}

const ROOT_MARKS: Readonly<Record<MachineReport['roots'][number]['status'], Span>> = {
  found: styled('✓ ', 'green'),
  missing: '  ',
  unreadable: styled('✗ ', 'red'),
  refused: styled('✗ ', 'yellow'),
}

const ROOT_WORDS = { missing: 'not present', unreadable: 'unreadable', refused: 'a link, not searched' } as const

/** No root exists on a new machine, which is not a fault. */
function adviseOnStart(): readonly Line[] {
  return ['  None of these directories exists yet. To start:', ...START.map((line): Line => ['  ', ...say(line)])]
}

/** A missing root is a fault only if the user named it. */
function composeRoot(root: MachineReport['roots'][number], isNamed: boolean): Line {
  const { path, scope, status, skills, broken } = root
  const found = `${counted(skills, 'skill')}${broken > 0 ? `, ${broken} not loadable` : ''}`
  const what = status === 'found' ? found : ROOT_WORDS[status]
  const mark = isNamed ? styled('✗ ', 'yellow') : ROOT_MARKS[status]
  return ['  ', mark, `${path} `, styled(`(${scope}, ${what})`, 'dim')]
}

const CONFIGURATION_MARKS: Readonly<Record<MachineReport['configuration'][number]['status'], readonly [Span, string]>> =
  {
    found: [styled('  ✓ ', 'green'), ''],
    missing: ['    ', ', not present'],
    faulty: [styled('  ✗ ', 'red'), ', has errors'],
  }

function composeConfiguration({ configuration }: MachineReport): readonly Line[] {
  return configuration.map(({ owner, file, status }) => {
    const [mark, what] = CONFIGURATION_MARKS[status]
    return [mark, `${file} `, styled(`(${owner}${what})`, 'dim')]
  })
}

const INDEX_WORDS: Readonly<Record<IndexStatus, string>> = {
  off: 'disabled',
  unneeded: 'not created yet',
  current: 'in use',
  made: 'created',
  renewed: 'was outdated or damaged; rebuilt',
  damaged: 'damaged and cannot be replaced; delete the file',
  unwritable: 'cannot be written, so every command reads every skill; make its directory writable',
}

function composeIndex({ file, status }: MachineReport['index']): Line {
  const isGood = status === 'current' || status === 'made' || status === 'renewed'
  const where = file === null ? '' : `${file} `
  return [isGood ? styled('  ✓ ', 'green') : '    ', where, styled(`(${INDEX_WORDS[status]})`, 'dim')]
}

/** Empty if no skill was ever installed. */
function composeInstalled({ installed }: MachineReport): readonly Line[] {
  const { skills, drifted, errors, hint } = installed
  const advice = hint === undefined ? [] : [`    ${hint}`]
  const unreadable = [...errors.map((error): Line => [styled('  ✗ ', 'red'), error]), ...advice]
  const whole = skills - drifted.length
  const good: readonly Line[] = whole === 0 ? [] : [[styled('  ✓ ', 'green'), `${counted(whole, 'skill')} unchanged`]]
  const others = upTo(MOST_SKILLS, drifted, ({ name, path, status, changed, links = [], fix }) => {
    const what = describeDrifted(status, changed, links)
    return [
      [styled('  ! ', 'yellow'), styled(name, 'bold'), ` ${what} `, styled(`(${path})`, 'dim')],
      ...(isFlattened(links) ? [`    ${FLATTENED_ADVICE}`] : []),
      [styled(`    ${fix}`, 'cyan')],
    ]
  })
  const revoked = upTo(MOST_SKILLS, installed.revoked, ({ name, path, revocation }) => [
    [styled('  ! ', 'yellow'), styled(name, 'bold'), ` ${describeRevocation(revocation)} `, styled(`(${path})`, 'dim')],
    [styled(`    metier remove ${quoteForShell(name)}`, 'cyan'), styled('  if you do not want to keep it', 'dim')],
  ])
  return [...unreadable, ...good, ...others, ...revoked]
}

type DriftedSkill = MachineReport['installed']['drifted'][number]

function describeDrifted(
  status: DriftedSkill['status'],
  changed: readonly string[],
  links: NonNullable<DriftedSkill['links']>,
): string {
  if (status === 'missing') return 'is missing'
  if (status === 'edited') return 'has local edits that the source does not have'
  if (status === 'unverified') return 'has a signature that is not accepted'
  if (status === 'unlinked') {
    const what = links.some(({ state }) => state === 'orphaned') ? 'left a link' : 'lacks a link'
    return `${what} for an agent: ${links.map(describeDrift).join('; ')}`
  }
  return `differs from the lockfile: ${upToFiles(changed)}`
}

/** Two copies are no fault: they are the same files. */
function composeAgents({ agents }: MachineReport): readonly Line[] {
  return agents.flatMap(({ title, sees, unseen, fixes, twice }) => {
    const mark = unseen.length === 0 ? styled('  ✓ ', 'green') : '    '
    const missed: readonly Line[] =
      unseen.length === 0
        ? []
        : [`      does not see ${upToFiles(unseen)}`, ...fixes.map((fix): Line => [styled(`      ${fix}`, 'cyan')])]
    const again: readonly Line[] =
      twice.length === 0
        ? []
        : [[styled(`      finds ${upToFiles(twice)} in two directories, with the same files`, 'dim')]]
    return [[mark, title, styled(` (sees ${counted(sees, 'skill')})`, 'dim')], ...missed, ...again]
  })
}

const MOST_FILES = 3

function upToFiles(paths: readonly string[]): string {
  return nameSome(paths, MOST_FILES)
}

const UNREADABLE: ReadonlySet<string> = new Set(['file_unreadable', 'root_unreadable', 'directory_unreadable'])

/** Shows permissions: whether to grant read access or to remove the skill is up to the user. */
function showOwners(path: string): string {
  return `ls -ld ${quoteForShell(dirname(path))} ${quoteForShell(path)}  # shows who can read it`
}

function composeProblem({ code, severity, summary, count, places }: Problem): readonly Line[] {
  const head: Line = [
    styled(`  ${severity} `, severity === 'error' ? 'red' : 'yellow'),
    styled(code, 'bold'),
    ` × ${count}  ${summary}`,
  ]
  const suggestions = new Set<string>()
  const lines = upTo(MOST_PLACES, places, ({ file, line, column, message, suggestion: given }) => {
    const place: Line = `    ${file ?? ''}:${line}:${column}  ${message}`
    const suggestion = given ?? (UNREADABLE.has(code) && file !== undefined ? showOwners(file) : undefined)
    if (suggestion === undefined || suggestions.has(suggestion)) return [place]
    suggestions.add(suggestion)
    return [place, [styled(`      ${suggestion}`, 'cyan')]]
  })
  return [head, ...lines]
}

/** Those that have a section of their own are not repeated. */
function composeNotices({ problems }: MachineReport): readonly Line[] {
  const others = problems.filter(({ severity, code }) => severity === 'notice' && !SECTIONS.has(code))
  return others.map(({ code, count, summary }): Line => [styled(`  ${code} × ${count}  ${summary}`, 'dim')])
}

const SECTIONS: ReadonlySet<string> = new Set(['skill_shadowed', 'skill_nested'])

function composeIneligible({ ineligible }: MachineReport): readonly Line[] {
  return upTo(MOST_SKILLS, ineligible, ({ name, reasons, fixes, missing, settingsKey }) => [
    ['  ', styled(name, 'bold'), `  ${reasons.join('; ')}`],
    ...upTo(MOST_FIXES, helpFor({ fixes: usableFixes(fixes), missing, settingsKey }), (fix) => [
      [styled(`    ${fix}`, 'cyan')],
    ]),
  ])
}

function composeOff({ off }: MachineReport): readonly Line[] {
  return upTo(MOST_SKILLS, off, ({ name, reasons, fixes }) => [
    ['  ', styled(name, 'bold'), `  ${reasons.join('; ')}`],
    ...fixes.slice(0, 1).map((fix): Line => [styled(`    ${fix}`, 'cyan')]),
  ])
}

function composeShadowed({ shadowed }: MachineReport): readonly Line[] {
  return upTo(MOST_SKILLS, shadowed, ({ path, shadowedBy, reachedBy }) => [
    [`  ${path}`, styled(` by ${shadowedBy}`, 'dim')],
    [styled(`    metier info ${quoteForShell(reachedBy)}`, 'cyan')],
  ])
}

function composeConfused({ overlaps }: MachineReport): readonly Line[] {
  return overlaps.flatMap(({ names: [left, right], score, copy }) => [
    ['  ', styled(left, 'bold'), `  ${describeNearest({ name: right, score, copy })}`],
    [styled(`    metier overlap ${quoteForShell(left)}`, 'cyan')],
  ])
}

function composeVerdict({ ok, summary }: MachineReport): Line {
  const { errors, warnings, notices } = summary
  const counts = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${counted(notices, 'notice')}`
  const more = notices === 0 ? '' : ' (--json shows their places)'
  const mark = warnings > 0 ? styled('! ', 'yellow') : styled('✓ ', 'green')
  return [ok ? mark : styled('✗ ', 'red'), counts, styled(more, 'dim')]
}
