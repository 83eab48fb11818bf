/** The overview: counts, attention, changes, agents; and what refreshes it. */

import { renderReload } from '../../contracts/skills.js'
import { selectSkills, summarise } from '../../registry/situation.js'
import { listDiagnostics } from '../../registry/snapshot.js'
import type { CutList } from '../api/common.js'
import type { ChangeView, OverviewView, SkillCounts, UpdateView } from '../api/overview.js'
import type { DashboardContext } from '../dashboard-context.js'
import type { CurrentSkills } from '../live/live-skills.js'
import { findAttention, recordAt } from '../overview/find-attention.js'
import type { CheckedUpdates } from '../overview/store-news.js'
import type { Visits } from '../overview/visits.js'
import { nameInstalled, optionsOfUpdate } from '../skills/installed-words.js'
import { stateOf } from '../skills/skill-state.js'
import { NO_INPUT, type RouteTable } from './route.js'

const MOST_LISTED = 200

type Names = 'GET /api/place' | 'GET /api/overview' | 'GET /api/agents' | 'POST /api/updates' | 'POST /api/reload'

export const overviewRoutes: RouteTable<Names> = {
  'GET /api/place': {
    input: NO_INPUT,
    answer: (_, { live, options: { known } }) => {
      const total = live.current().situation.snapshot.skills.length
      return { ok: true, value: { workdir: known.place.workdir, set: known.options.set ?? null, total } }
    },
  },
  'GET /api/overview': {
    input: NO_INPUT,
    answer: async (_, context) => ({ ok: true, value: await describeOverview(context) }),
  },
  'GET /api/agents': {
    input: NO_INPUT,
    answer: async (_, { sights, live }) => ({ ok: true, value: await sights.of(live.current()) }),
  },
  'POST /api/updates': {
    input: NO_INPUT,
    answer: async (_, context, { signal }) => {
      const checked = await context.storeNews.checkUpdates(signal)
      const { checkedAt, problems } = checked
      const skills = listUpdates(checked, context)
      return { ok: true, value: { checkedAt, command: context.command('outdated'), skills, problems } }
    },
  },
  'POST /api/reload': {
    input: NO_INPUT,
    answer: async (_, { skillManager, live, command }, { signal }) => {
      const { changes, current } = await skillManager.reload(signal)
      live.current()
      const changed = changes.length === 1 ? '1 skill changed' : `${changes.length} skills changed`
      const message = `Loaded ${current.total} skills, ${current.eligible} usable; ${changed}`
      return { ok: true, value: { message, command: command('reload'), warnings: [] } }
    },
  },
}

async function describeOverview(context: DashboardContext): Promise<OverviewView> {
  const { live, visits, storeNews, overlaps, examinations, command } = context
  const current = live.current()
  const { version, situation } = current
  const { snapshot } = situation
  const compared = await overlaps.all()
  const around = listDiagnostics({ ...snapshot, skills: [], shadowed: [], refused: [] })
  return {
    version,
    counts: countSkills(context, current),
    ...(await findAttention(context, current, compared.report)),
    isComparing: compared.isComputing,
    scanning: examinations.progress() ?? null,
    commands: { reload: command('reload'), outdated: command('outdated'), audit: command('audit') },
    ...describeChanges(visits, current),
    diagnostics: cut(around),
    updatesCheckedAt: storeNews.updates()?.checkedAt ?? null,
  }
}

function countSkills({ examinations }: DashboardContext, { situation, entries }: CurrentSkills): SkillCounts {
  const counts = { eligible: 0, ineligible: 0, disabled: 0, withheld: 0, shadowed: 0, refused: 0 }
  let [flagged, unscanned] = [0, 0]
  for (const entry of entries.all) {
    counts[stateOf(entry, situation)]++
    const audit = examinations.auditOf(entry)
    if (audit === 'block' || audit === 'warn') flagged++
    if (audit === 'unknown' && entry.kind !== 'refused') unscanned++
  }
  return { total: situation.snapshot.skills.length, ...counts, flagged, unscanned }
}

function describeChanges(
  visits: Visits,
  { situation }: CurrentSkills,
): { readonly changes: CutList<ChangeView>; readonly lastVisit: string | null } {
  const before = visits.before()
  if (before === undefined) return { changes: { entries: [], left: 0 }, lastVisit: null }
  const { changes } = renderReload(before.summary, summarise(selectSkills(situation)))
  return { changes: cut(changes), lastVisit: before.time }
}

function listUpdates({ skills }: CheckedUpdates, { live, command }: DashboardContext): readonly UpdateView[] {
  const current = live.current()
  return skills.map((skill) => {
    const { name, root, status, current: installed, latest, pinned, edited } = skill
    const record = recordAt(current, root, name)
    const id = record === undefined ? name : current.entries.idOf(record)
    return {
      skill: id,
      status: pinned ? 'pinned' : STATUS[status],
      current: installed,
      latest: latest ?? null,
      isEdited: edited === true,
      command: command('update', ...nameInstalled(skill, id, skills), ...optionsOfUpdate(edited)),
    }
  })
}

const STATUS: Readonly<Record<CheckedUpdates['skills'][number]['status'], UpdateView['status']>> = {
  outdated: 'outdated',
  current: 'current',
  edited: 'current',
  older: 'current',
  unavailable: 'unknown',
  sourceless: 'current',
}

function cut<T>(list: readonly T[]): CutList<T> {
  return { entries: list.slice(0, MOST_LISTED), left: Math.max(0, list.length - MOST_LISTED) }
}
