/** The page of one skill: what is known about it, and its files. */

import { join } from 'node:path'
import { auditFolder } from '../../manager/audit/audit.js'
import { compareVersions, listComparable } from '../../manager/details/compare-kept.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import { succeed } from '../../skill/failure.js'
import { guardFiles } from '../../store/guard.js'
import { digestTree, readTree } from '../../system/skill-files/tree-digest.js'
import type { AuditView } from '../api/skill.js'
import type { DashboardContext } from '../dashboard-context.js'
import { SKILL, text } from '../http/input.js'
import type { RouteOutcome } from '../http/problem.js'
import type { SkillEntry } from '../live/skill-entries.js'
import { describeOverlaps } from '../skills/describe-overlaps.js'
import { describeSkill } from '../skills/describe-skill.js'
import { describeTools } from '../skills/describe-tools.js'
import { listFiles, readFile, readSource } from '../skills/read-files.js'
import type { RouteTable } from './route.js'

const LONGEST_PATH = 4_096
const LONGEST_DIGEST = 128
const MOST_FINDINGS = 1_000

type Names =
  | 'GET /api/skill'
  | `GET /api/skill/${'source' | 'files' | 'file' | 'audit' | 'tools' | 'versions' | 'diff' | 'overlaps'}`

export const skillRoutes: RouteTable<Names> = {
  'GET /api/skill': {
    input: { skill: SKILL },
    answer: ({ skill }, context) =>
      withSkill(context, skill, async (entry) => found(await describeSkill(context, entry))),
  },
  'GET /api/skill/source': {
    input: { skill: SKILL },
    answer: ({ skill }, context) => withSkill(context, skill, (entry) => readSource(context, entry)),
  },
  'GET /api/skill/files': {
    input: { skill: SKILL },
    answer: ({ skill }, context, { signal }) =>
      withFollowed(context, skill, (entry) => listFiles(context, entry, signal)),
  },
  'GET /api/skill/file': {
    input: { skill: SKILL, path: text(LONGEST_PATH) },
    answer: ({ skill, path }, context, { signal }) =>
      withFollowed(context, skill, (entry) => readFile(context, entry, path, signal)),
  },
  'GET /api/skill/audit': {
    input: { skill: SKILL },
    answer: ({ skill }, context, { signal }) => withFollowed(context, skill, (entry) => audit(context, entry, signal)),
  },
  'GET /api/skill/tools': {
    input: { skill: SKILL },
    answer: ({ skill }, context) =>
      withFollowed(context, skill, async (entry) => found(await describeTools(context, entry))),
  },
  'GET /api/skill/versions': {
    input: { skill: SKILL },
    answer: ({ skill }, context) =>
      withSkill(context, skill, async ({ id, record }) => {
        const listed = await listComparable(record)
        if (!listed.ok) return listed
        const versions = listed.value.map((version) => ({
          ...version,
          command: version.isCurrent ? null : context.command('rollback', id, '--to', version.digest),
        }))
        return found({ versions })
      }),
  },
  'GET /api/skill/diff': {
    input: { skill: SKILL, from: text(LONGEST_DIGEST), to: text(LONGEST_DIGEST) },
    answer: ({ skill, from, to }, context) =>
      withSkill(context, skill, async ({ record }) => {
        const compared = await compareVersions(record, from, to)
        return compared.ok ? found({ from, to, changes: compared.value }) : compared
      }),
  },
  'GET /api/skill/overlaps': {
    input: { skill: SKILL },
    answer: ({ skill }, context) =>
      withSkill(context, skill, async (entry) => found(await describeOverlaps(context, entry))),
  },
}

/** Answers with what an entry gives, or says that there is no such skill. */
export async function withSkill<T>(
  context: DashboardContext,
  id: string,
  use: (entry: SkillEntry) => Promise<RouteOutcome<T>>,
): Promise<RouteOutcome<T>> {
  const entry = context.find(id)
  return entry.ok ? use(entry.value) : entry
}

/** The same for what a page shows of the skill's files: it is sent an event when one of them changes. */
function withFollowed<T>(
  context: DashboardContext,
  id: string,
  use: (entry: SkillEntry) => Promise<RouteOutcome<T>>,
): Promise<RouteOutcome<T>> {
  return withSkill(context, id, (entry) => {
    context.followed.follow(entry)
    return use(entry)
  })
}

export function found<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

async function audit(
  { options, examinations, command }: DashboardContext,
  entry: SkillEntry,
  signal: AbortSignal,
): Promise<RouteOutcome<AuditView>> {
  const directory = directoryOf(entry.record)
  const { suppressions } = options.known.readSettings()
  const { cache } = options.known.place
  const audited = await guardFiles(`Reading ${directory}`, async () => {
    const report = await auditFolder(directory, { signal, suppressions, keptIn: cache && join(cache, 'audits') })
    return succeed({ report, digest: digestTree(await readTree(directory, { signal })) })
  })
  if (!audited.ok) return audited
  const { report, digest } = audited.value
  examinations.note(entry, report)
  const { verdict, findings, suppressed, coverage, ruleSet } = report
  return found({
    verdict,
    findings: { entries: findings.slice(0, MOST_FINDINGS), left: Math.max(0, findings.length - MOST_FINDINGS) },
    suppressed: suppressed.map(({ finding: { rule, file, line }, reason }) => ({ rule, file, line, reason })),
    coverage,
    digest,
    ruleSet,
    command: command('audit', entry.id),
  })
}
