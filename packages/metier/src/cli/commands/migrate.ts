import { join, relative } from 'node:path'
import { CLAWHUB_FOLDER } from '../../agents/skill-folders.js'
import { createScan } from '../../manager/audit/scan-files.js'
import { placeFor } from '../../manager/store-operations/agent-surroundings.js'
import { isReadOnly } from '../../registry/root.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { findLockProblems, findRecordProblems, type LockProblem } from '../../store/foreign/lock-problems.js'
import { applyMigration, type MigratedSkill, planMigration } from '../../store/foreign/migrate.js'
import { describeStore, type Store } from '../../store/layout.js'
import { listOwnPlaces } from '../../store/links/own-places.js'
import { isFolder } from '../../system/files/files.js'
import { answer, type Command, type CommandOutcome, type Context, refuse } from '../arguments/command.js'
import { findSurroundings } from '../skills/open-skills.js'
import { type Line, styled } from '../terminal/lines.js'
import { nameSome } from '../terminal/name-some.js'
import { openProgress, showWaits } from '../terminal/show-progress.js'
import { wrapPage } from '../terminal/wrap-lines.js'
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
    const { roots, stores } = findStores(context)
    const own = new Set((await Promise.all(stores.map(listOwnPlaces))).flatMap((places) => [...places]))
    for (const store of stores) {
      const outcome = await migrateRoot(store, isPlanOnly, context)
      if (!outcome.ok) return refuse(outcome.failure.message, outcome.failure.suggestions)
      const { root, lockFile: lock } = store
      const others = outcome.value.filter(({ path, linkTo }) => !own.has(linkTo ?? path))
      migrated.push(...others.map((skill) => ({ ...skill, root, lock })))
    }
    const folders = migrated.filter(({ record }) => record === null).map(({ path }) => path)
    const problems = [...(await findLockProblems(roots)), ...(await findRecordProblems(folders))]
    const json = { dryRun: isPlanOnly, skills: migrated.map(toJson), problems: problems.map(toJsonProblem) }
    return answer(
      json,
      (columns) => wrapPage(composeMigration(migrated, isPlanOnly, findUnknown(migrated, context)), columns),
      {
        exitCode: problems.some(({ isUnreadable }) => isUnreadable) ? 1 : 0,
        notes: [...problems.map(describeProblem), ...describeChanged(migrated), ...describeReach(migrated, context)],
      },
    )
  },
}

type Migrated = MigratedSkill & { readonly root: string; readonly lock: string }

/** The configured roots, and the directory that ClawHub's client uses; and the stores of those that exist. */
function findStores(context: Context): { readonly roots: readonly string[]; readonly stores: readonly Store[] } {
  const { roots: known, place } = findSurroundings(context, false)
  const roots = known.filter((root) => !isReadOnly(root))
  const plain = { path: join(context.workdir, CLAWHUB_FOLDER), scope: 'project' as const }
  const further = context.roots.length > 0 || roots.some(({ path }) => path === plain.path) ? [] : [plain]
  const all = [...new Map([...roots, ...further].map((root) => [root.path, root])).values()]
  const stores = all
    .filter(({ path }) => isFolder(path))
    .map((root) => describeStore({ root: root.path, agents: placeFor(place, root) }))
  return { roots: all.map(({ path }) => path), stores }
}

async function migrateRoot(store: Store, isPlanOnly: boolean, context: Context) {
  const { signal } = context
  const { settings, place } = findSurroundings(context, false)
  // These skills are installed already, so no model is asked about them.
  const scan = createScan({ settings: { ...settings, reviewer: undefined }, place })
  const plan = await planMigration({ store, scan, signal })
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

/** The names of skills that no installer recorded. A project's `skills` may hold the skills that it publishes, unless it is a root. */
function findUnknown(migrated: readonly Migrated[], context: Context): readonly string[] {
  const usual = listUsualRoots(context)
  const isRoot = (root: string) => context.roots.length > 0 || usual.has(root)
  const unknown = migrated.filter(({ record, root }) => record === null && isRoot(root))
  return [...new Set(unknown.map(({ name }) => name))]
}

function composeMigration(
  migrated: readonly Migrated[],
  isPlanOnly: boolean,
  unknown: readonly string[],
): readonly Line[] {
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
  return [
    ...lines,
    ...(lines.length === 0 ? [] : ['']),
    known.length === 0 ? 'Nothing to import' : describeTaken(taken.length, locks, isPlanOnly),
    ...(links.length === 0 ? [] : [`${counted(links.length, 'link')} to them skipped`]),
    ...(unknown.length === 0
      ? []
      : [`${counted(unknown.length, 'skill')} of unknown origin skipped: ${nameSome(unknown, MOST_NAMED)}`]),
  ]
}

const MOST_NAMED = 10

function describeTaken(count: number, locks: readonly string[], isPlanOnly: boolean): string {
  if (count === 0) return isPlanOnly ? 'No skill would be imported' : 'No skill was imported'
  const verb = isPlanOnly ? 'would be' : count === 1 ? 'was' : 'were'
  return `${counted(count, 'skill')} ${verb} imported into ${locks.join(', ')}`
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
  const usual = listUsualRoots(context)
  const taken = migrated.filter(({ entry, root }) => entry !== null && !usual.has(root)).map(({ root }) => root)
  return [...new Set(taken)].map((root) => [
    `${root} is not a configured root. To use its skills: `,
    styled(`metier list --root ${quoteForShell(relative(context.workdir, root) || '.')}`, 'cyan'),
  ])
}

function listUsualRoots(context: Context): ReadonlySet<string> {
  return new Set(findSurroundings({ ...context, roots: [] }, false).roots.map(({ path }) => path))
}
