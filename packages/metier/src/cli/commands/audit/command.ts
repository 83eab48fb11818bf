import { resolve } from 'node:path'
import { describeMissingSkill } from '../../../contracts/skills.js'
import type { Rule } from '../../../gate/rule.js'
import { nearestWords } from '../../../skill/text/nearest-words.js'
import { isBareRepository } from '../../../sources/git/disk-repository.js'
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
import { docsAddress } from '../../docs-address.js'
import { openProgress } from '../../terminal/show-progress.js'
import { wrapLines } from '../../terminal/wrap-lines.js'
import { refuseEmpty } from '../validate/empty-path.js'
import { composeAudit, composeConcern, composeRule } from './lines.js'
import type { AuditRefusal } from './named.js'
import { type Audit, type AuditObserver, auditPaths, isSkillPath, type PathsAudit, summariseAudit } from './paths.js'
import { readAuditSurroundings } from './surroundings.js'

export const command: Command = {
  name: 'audit',
  summary: 'Scan skills for dangerous content',
  details: [
    'Reads every file of a skill: instructions, frontmatter, scripts, configuration, packages in node_modules, archives, documents and images. A file that cannot be read is a finding. Never runs a skill, and uploads nothing unless you ask for a reviewer; a remote source is downloaded to a temporary directory.',
    'NAME is the name of a skill, a directory of one or more skills, an archive, or a source such as github.com/owner/repo or clawhub:pdf. Exits with 1 if a skill is blocked; with --fail-on warn, also if there are warnings. No findings means that no known pattern was found, not that a skill is safe.',
    "--reviewer also asks a model that you configured ('reviewer' in your configuration); --reviewer-command asks a command that reads a prompt from stdin. Only then does the skill's text leave the machine. A model's opinion is marked as one, can only make a verdict stricter, and counts only if the text it quotes is in the skill. A reviewer that fails changes nothing.",
    `--explain and ${docsAddress('reference/rules.md')} describe every rule.`,
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'Skill, directory, archive or source; required without --explain',
      isRepeated: true,
      isOptional: true,
      completes: 'skillsAndFiles',
    },
  ],
  options: [
    {
      name: 'fail-on',
      kind: 'text',
      values: ['block', 'warn'],
      default: 'block',
      summary: 'Severity that makes the command exit with 1',
    },
    { name: 'notes', kind: 'flag', summary: 'Also show notes' },
    { name: 'reviewer', kind: 'flag', summary: 'Also ask the model that your configuration names' },
    {
      name: 'reviewer-command',
      kind: 'text',
      value: 'COMMAND',
      summary: "Also ask a model through this command, such as 'claude -p'",
    },
    { name: 'sarif', kind: 'flag', summary: 'Print a SARIF log', excludes: ['format', 'json'] },
    {
      name: 'format',
      kind: 'text',
      values: ['text', 'github'],
      default: 'text',
      summary: 'Output format; github prints annotations for GitHub Actions',
      excludes: ['json'],
    },
    { name: 'explain', kind: 'text', value: 'RULE', summary: 'Explain a rule' },
  ],
  examples: [
    { line: 'metier audit skills/pdf', summary: 'Audit one skill' },
    {
      line: 'metier audit skills --fail-on warn --sarif > audit.sarif',
      summary: 'Audit all skills and write a SARIF log',
    },
    { line: 'metier audit skills/pdf --reviewer-command llm', summary: 'Also ask a model through a command' },
    { line: 'metier audit --explain SK-EX001', summary: 'Explain a rule' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const wanted = input.text('explain')
    if (wanted !== undefined) return explain(wanted)
    const names = input.rest('NAME')
    if (names.length === 0) {
      const json = { error: describeMissingSkill('audit') }
      return misuse('missing argument NAME', ['Pass a skill, a directory or a source.'], json)
    }
    const reviewing = await findReviewer(input, context)
    if ('exitCode' in reviewing) return reviewing
    const progress = input.flag('json') ? undefined : openProgress(context.io)
    const audited = await auditAll(names, context, { ...reviewing, progress })
    progress?.end()
    if ('error' in audited) return refuse(audited.error, audited.suggestions)
    const { bare, empty, ...audit } = audited
    const lines = await linesOf(audit, input, context)
    const notes = bare.map((path) => `${path} has no SKILL.md; its files were scanned anyway`)
    if (empty.length > 0) return refuseEmpty(empty, { json: audit, lines }, notes)
    const isBad = audit.summary.block > 0 || (input.text('fail-on') === 'warn' && audit.summary.warn > 0)
    return answer(audit, lines, { exitCode: isBad ? 1 : 0, notes })
  },
}

/** Nothing of the reviewer is loaded without one of its options. */
async function findReviewer(input: Input, context: Context): Promise<CommandOutcome | Pick<AuditObserver, 'review'>> {
  const command = input.text('reviewer-command')
  if (command === undefined && !input.flag('reviewer')) return {}
  const { openAuditReviewer } = await import('./open-audit-reviewer.js')
  return openAuditReviewer(command, context)
}

async function explain(wanted: string): Promise<CommandOutcome> {
  const [{ RULES }, { CONCERNS }] = await Promise.all([
    import('../../../gate/rules/list.js'),
    import('../../../gate/reviewer/rubric.js'),
  ])
  const isWanted = ({ id, pattern }: Pick<Rule, 'id' | 'pattern'>) =>
    id.toLowerCase() === wanted.toLowerCase() || pattern === wanted
  const concern = CONCERNS.find(isWanted)
  if (concern !== undefined) {
    const { id, pattern, why, fix } = concern
    return answer({ id, pattern, why, fix }, (columns) => wrapLines(composeConcern(concern), columns))
  }
  const rule: Rule | undefined = RULES.find(isWanted)
  if (rule === undefined) {
    const near = nearestWords(
      RULES.map(({ id }) => id),
      wanted,
    )
    // Several are as near as each other if only the number is wrong.
    const meant = near.length === 1 ? [`Did you mean '${near[0]}'?`] : []
    return refuse(`unknown rule '${wanted}'`, [...meant, `All rules: ${docsAddress('reference/rules.md')}`])
  }
  const { id, pattern, severity, raisedWhen = null, tags = [], why, fix } = rule
  return answer({ id, pattern, severity, raisedWhen, tags, why, fix }, (columns) =>
    wrapLines(composeRule(rule), columns),
  )
}

/** Paths first: a local path takes precedence over a skill or repository with the same name. */
async function auditAll(
  names: readonly string[],
  context: Context,
  more: Pick<AuditObserver, 'progress' | 'review'>,
): Promise<PathsAudit | AuditRefusal> {
  const watching = { ...more, signal: context.signal, ...readAuditSurroundings(context) }
  const pathOf = (name: string) => resolve(context.workdir, name.replace(/^local:/, ''))
  const isScannedHere = (path: string) => isSkillPath(path) && !isBareRepository(path)
  const here = names.map(pathOf).filter(isScannedHere)
  const local = here.length === 0 ? undefined : await auditPaths(here, watching)
  const audits: Audit[] = local === undefined ? [] : [local]
  for (const name of names.filter((each) => !isScannedHere(pathOf(each)))) {
    const { auditNamed, auditOnDisk } = await import('./named.js')
    const isOnDisk = isFile(pathOf(name)) || isBareRepository(pathOf(name))
    const audited = await (isOnDisk ? auditOnDisk : auditNamed)(name, context, watching)
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
  return (columns) => composeAudit(audit, input.flag('notes'), columns)
}
