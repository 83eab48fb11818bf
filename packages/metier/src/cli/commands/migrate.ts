import { join, relative } from 'node:path'
import { createScan } from '../../manager/audit/scan-files.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { findLockProblems, findRecordProblems, type LockProblem } from '../../store/foreign/lock-problems.js'
import { applyMigration, type MigratedSkill, planMigration } from '../../store/foreign/migrate.js'
import { describeStore, type Store } from '../../store/layout.js'
import { isFolder } from '../../system/files/files.js'
import { answer, type Command, type CommandOutcome, type Context, refuse } from '../arguments/command.js'
import { findSurroundings } from '../skills/open-skills.js'
import { type Line, styled } from '../terminal/lines.js'
import { openProgress, showWaits } from '../terminal/show-progress.js'
import { readAuditSurroundings } from './audit/surroundings.js'
import { counted } from './validate/lines.js'

export const command: Command = {
  name: 'migrate',
  summary: 'Import the lockfiles of other skill installers',
  details: [
    "Reads skills-lock.json, .skill-lock.json, .clawhub/lock.json with each skill's origin.json, and .openskills.json. Writes their entries to skills.lock.json, with digests of all files and the result of the scan. Does not change the skills or the other lockfiles.",
    'Searches all skill directories, or only those of --root. Skips skills that are already in skills.lock.json. Exits with 1 if a lockfile cannot be read; the others are still imported.',
  ],
  arguments: [],
  options: [{ name: 'dry-run', kind: 'flag', summary: 'Only show what would be written' }],
  examples: [
    { line: 'metier migrate --dry-run', summary: 'Preview the import' },
    { line: 'metier migrate --root ./skills', summary: 'Import one directory of skills' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const isPlanOnly = input.flag('dry-run')
    const migrated: Migrated[] = []
    const roots = findRoots(context)
    for (const root of roots.filter(isFolder)) {
      const store = describeStore({ root })
      const outcome = await migrateRoot(store, isPlanOnly, context)
      if (!outcome.ok) return refuse(outcome.failure.message, outcome.failure.suggestions)
      migrated.push(...outcome.value.map((skill) => ({ ...skill, root, lock: store.lockFile })))
    }
    const folders = migrated.filter(({ record }) => record === null).map(({ path }) => path)
    const problems = [...(await findLockProblems(roots)), ...(await findRecordProblems(folders))]
    const json = { dryRun: isPlanOnly, skills: migrated.map(toJson), problems: problems.map(toJsonProblem) }
    return answer(json, () => composeMigration(migrated, isPlanOnly), {
      exitCode: problems.some(({ isUnreadable }) => isUnreadable) ? 1 : 0,
      notes: [...problems.map(describeProblem), ...describeChanged(migrated), ...describeReach(migrated, context)],
    })
  },
}

type Migrated = MigratedSkill & { readonly root: string; readonly lock: string }

/** The configured roots, and the directory that ClawHub's client uses. */
function findRoots(context: Context): readonly string[] {
  const { roots } = findSurroundings(context, false)
  const further = context.roots.length > 0 ? [] : [join(context.workdir, 'skills')]
  return [...new Set([...roots.map(({ path }) => path), ...further])]
}

async function migrateRoot(store: Store, isPlanOnly: boolean, context: Context) {
  const { signal } = context
  const plan = await planMigration({ store, scan: createScan(readAuditSurroundings(context).suppressions), signal })
  if (!plan.ok || isPlanOnly || plan.value.every(({ entry }) => entry === null)) return plan
  const applied = await applyMigration({ store, signal, onProgress: showWaits(openProgress(context.io)) }, plan.value)
  return applied.ok ? plan : applied
}

function toJson({ name, path, lock, record, entry, problem }: Migrated): object {
  const { client = null, file = null, isUnchanged = null } = record ?? {}
  const { source = null, version = null, digest = null, verdict = null } = entry ?? {}
  return {
    name,
    path,
    migrated: entry !== null,
    client,
    file,
    source,
    version,
    digest,
    verdict,
    isUnchanged,
    lock,
    problem,
  }
}

function toJsonProblem({ file, line, message }: LockProblem): object {
  return { file, line: line ?? null, message }
}

function composeMigration(migrated: readonly Migrated[], isPlanOnly: boolean): readonly Line[] {
  const taken = migrated.filter(({ entry }) => entry !== null)
  const places = new Set(taken.map(({ path }) => path))
  // Other installers link each skill into the directory of every agent.
  const links = migrated.filter(({ linkTo }) => linkTo !== undefined && places.has(linkTo))
  const known = migrated.filter((skill) => skill.record !== null && !links.includes(skill))
  const lines = known.map(({ name, record, entry, problem }): Line => {
    const from = `${entry?.source ?? record?.source ?? ''}${entry?.version == null ? '' : ` ${entry.version}`}`
    return [
      entry === null ? styled('✗ ', 'red') : styled('✓ ', 'green'),
      styled(name, 'bold'),
      `  ${problem ?? from}`,
      styled(`  (${record?.client})`, 'dim'),
    ]
  })
  const locks = [...new Set(taken.map(({ lock }) => lock))]
  const unknown = migrated.length - known.length - links.length
  return [
    ...lines,
    ...(lines.length === 0 ? [] : ['']),
    `${counted(taken.length, 'skill')} ${isPlanOnly ? 'would be' : taken.length === 1 ? 'was' : 'were'} imported${locks.length === 0 ? '' : ` into ${locks.join(', ')}`}`,
    ...(links.length === 0 ? [] : [`${counted(links.length, 'link')} to them skipped`]),
    ...(unknown === 0 ? [] : [`${counted(unknown, 'skill')} of unknown origin skipped`]),
  ]
}

function describeChanged(migrated: readonly Migrated[]): readonly Line[] {
  return migrated
    .filter(({ record, entry }) => record?.isUnchanged === false && entry !== null)
    .map(({ name }) => [
      styled('warning: ', 'yellow'),
      `${name} was changed after it was installed; its current files were recorded`,
    ])
}

function describeProblem({ file, line, message }: LockProblem): Line {
  return [styled('warning: ', 'yellow'), `${file}${line === undefined ? '' : `:${line}`}: ${message}`]
}

/** Later commands only find skills outside the configured roots with `--root`. */
function describeReach(migrated: readonly Migrated[], context: Context): readonly Line[] {
  const usual = new Set(findSurroundings({ ...context, roots: [] }, false).roots.map(({ path }) => path))
  const taken = migrated.filter(({ entry, root }) => entry !== null && !usual.has(root)).map(({ root }) => root)
  return [...new Set(taken)].map((root) => [
    `${root} is not a configured root. To use its skills: `,
    styled(`metier list --root ${quoteForShell(relative(context.workdir, root) || '.')}`, 'cyan'),
  ])
}
