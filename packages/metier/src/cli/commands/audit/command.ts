import { resolve } from 'node:path'
import { describeMissingSkill } from '../../../contracts/skills.js'
import type { Rule } from '../../../gate/rule.js'
import { isFile } from '../../../system/files/files.js'
import {
  answer,
  type Command,
  type CommandOutcome,
  type Context,
  type Input,
  misuse,
  refuse,
} from '../../arguments/command.js'
import type { ProgressDisplay } from '../../terminal/progress.js'
import { openProgress } from '../../terminal/show-progress.js'
import { wrapLines } from '../../terminal/wrap-lines.js'
import { refuseEmpty } from '../validate/empty-path.js'
import type { AuditRefusal } from './named.js'
import type { Audit, PathsAudit } from './paths.js'

export const command: Command = {
  name: 'audit',
  summary: 'look for what is dangerous in skills',
  details: [
    'Every file of a skill is read: instructions, frontmatter, scripts, configuration, packages in node_modules, archives and documents, images. A file that cannot be read is a finding. Nothing is run, and nothing is sent anywhere; a source is fetched into a temporary folder.',
    'NAME is a skill that is here, a skill folder, a folder of skill folders, an archive, or a source such as github.com/owner/repo or clawhub:pdf. Ends with 1 where something is blocked; with --fail-on warn also where something is warned about. No finding means that no known pattern was found, not that a skill is safe.',
    'Every rule is explained in docs/reference/rules.md and by --explain.',
  ],
  arguments: [{ name: 'NAME', summary: 'what to look at', isRepeated: true, isOptional: true, completes: 'skills' }],
  options: [
    { name: 'fail-on', kind: 'text', values: ['block', 'warn'], default: 'block', summary: 'what ends with 1' },
    { name: 'notes', kind: 'flag', summary: 'show notes, too' },
    { name: 'sarif', kind: 'flag', summary: 'print a SARIF log', excludes: ['format', 'json'] },
    {
      name: 'format',
      kind: 'text',
      values: ['text', 'github'],
      default: 'text',
      summary: 'how to print; github makes remarks beside the lines of a change',
      excludes: ['json'],
    },
    { name: 'explain', kind: 'text', value: 'RULE', summary: 'say what a rule looks for, and why' },
  ],
  examples: [
    { line: 'metier audit skills/pdf', summary: 'one folder' },
    { line: 'metier audit skills --fail-on warn --sarif > audit.sarif', summary: 'all of them, for a code host' },
    { line: 'metier audit --explain SK-EX001', summary: 'what a rule means' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const wanted = input.text('explain')
    if (wanted !== undefined) return explain(wanted)
    const names = input.rest('NAME')
    if (names.length === 0) return misuse(describeMissingSkill('audit'), ['Name a skill, a folder or a source.'])
    const { warmScan } = await import('../../../system/scan-process/scan-apart.js')
    warmScan()
    const progress = input.flag('json') ? undefined : openProgress(context.io)
    const audited = await auditAll(names, context, progress)
    progress?.end()
    if ('error' in audited) return refuse(audited.error, audited.suggestions)
    const { bare, empty, ...audit } = audited
    const lines = await linesOf(audit, input, context)
    const notes = bare.map((path) => `${path} has no SKILL.md; its files were looked at all the same`)
    if (empty.length > 0) return refuseEmpty(empty, { json: audit, lines }, notes)
    const isBad = audit.summary.block > 0 || (input.text('fail-on') === 'warn' && audit.summary.warn > 0)
    return answer(audit, lines, { exitCode: isBad ? 1 : 0, notes })
  },
}

async function explain(wanted: string): Promise<CommandOutcome> {
  const [{ RULES }, { composeRule }] = await Promise.all([import('../../../gate/rules/list.js'), import('./lines.js')])
  const rule: Rule | undefined = RULES.find(
    ({ id, pattern }) => id.toLowerCase() === wanted.toLowerCase() || pattern === wanted,
  )
  if (rule === undefined) return refuse(`There is no rule '${wanted}'`, ['docs/reference/rules.md lists them all.'])
  const { id, pattern, severity, tags = [], why, fix } = rule
  return answer({ id, pattern, severity, tags, why, fix }, (columns) => wrapLines(composeRule(rule), columns))
}

/** Paths first: what lies here is meant before what a registry or a repository calls by the same name. */
async function auditAll(
  names: readonly string[],
  context: Context,
  progress: ProgressDisplay | undefined,
): Promise<PathsAudit | AuditRefusal> {
  const { readSuppressions } = await import('./read-suppressions.js')
  const watching = { signal: context.signal, progress, suppressions: readSuppressions(context) }
  const { auditPaths, isSkillPath, summariseAudit } = await import('./paths.js')
  const pathOf = (name: string) => resolve(context.workdir, name.replace(/^local:/, ''))
  const here = names.map(pathOf).filter(isSkillPath)
  const local = here.length === 0 ? undefined : await auditPaths(here, watching)
  const audits: Audit[] = local === undefined ? [] : [local]
  for (const name of names.filter((each) => !isSkillPath(pathOf(each)))) {
    const { auditFile, auditNamed } = await import('./named.js')
    const audited = await (isFile(pathOf(name)) ? auditFile : auditNamed)(name, context, watching)
    if ('error' in audited) return audited
    audits.push(audited)
  }
  const audit = summariseAudit(audits.flatMap(({ skills }) => skills))
  return { ...audit, bare: local?.bare ?? [], empty: local?.empty ?? [] }
}

async function linesOf(audit: Audit, input: Input, { workdir }: Context): Promise<CommandOutcome['lines']> {
  if (input.flag('sarif')) {
    const [{ toAuditSarif }, { toJsonLines }] = await Promise.all([
      import('./formats.js'),
      import('../../terminal/json-lines.js'),
    ])
    return () => toJsonLines(toAuditSarif(audit, workdir))
  }
  if (input.text('format') === 'github') {
    const { toAuditGithub } = await import('./formats.js')
    return () => toAuditGithub(audit, workdir)
  }
  const { composeAudit } = await import('./lines.js')
  return (columns) => composeAudit(audit, input.flag('notes'), columns)
}
