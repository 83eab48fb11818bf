/** The table of skills and its search. */

import type { Situation } from '../../registry/situation.js'
import type { SkillSearchView, SkillsView, TableHit } from '../api/skills.js'
import type { DashboardContext } from '../dashboard-context.js'
import { count, optional, text, texts } from '../http/input.js'
import { listRows } from '../skills/list-rows.js'
import { NO_INPUT, type RouteTable } from './route.js'

const LONGEST_QUERY = 2_000
const USUAL_HITS = 200
const MOST_HITS = 10_000
const MOST_NAMED = 10_000

const tables = new WeakMap<Situation, { readonly revision: number; readonly table: SkillsView }>()

type Names = 'GET /api/skills' | 'GET /api/search' | 'POST /api/audits'

export const skillsRoutes: RouteTable<Names> = {
  'GET /api/skills': {
    input: NO_INPUT,
    answer: async (_, { live, examinations, options }) => {
      const current = live.current()
      const known = tables.get(current.situation)
      // The same object is not composed and written again.
      if (known?.revision === examinations.revision) return { ok: true, value: known.table }
      const { revision } = examinations
      const { sets } = options.known.settings()
      const rows = await listRows(current, sets.values(), examinations.auditOf)
      const table = { version: current.version, rows, sets: [...sets.keys()] }
      tables.set(current.situation, { revision, table })
      return { ok: true, value: table }
    },
  },
  'GET /api/search': {
    input: { query: text(LONGEST_QUERY), limit: optional(count(MOST_HITS)) },
    answer: ({ query, limit = USUAL_HITS }, context) => ({ ok: true, value: search(query, limit, context) }),
  },
  'POST /api/audits': {
    input: { skills: optional(texts(MOST_NAMED, 4_096)) },
    answer: ({ skills }, context) => {
      const { live, examinations } = context
      const { entries } = live.current()
      const wanted = skills === undefined ? entries.all : skills.flatMap((id) => entries.find(id) ?? [])
      const waiting = examinations.start(wanted.filter(({ kind }) => kind !== 'refused'))
      const message = waiting === 1 ? 'Scanning 1 skill' : `Scanning ${waiting} skills`
      return { ok: true, value: { message, command: composeAudit(skills ?? [], context), warnings: [] } }
    },
  },
}

/** `metier audit` takes one skill or directory. */
function composeAudit(skills: readonly string[], { live, command }: DashboardContext): string {
  if (skills.length > 0)
    return skills
      .slice(0, 20)
      .map((name) => command('audit', name))
      .join(' && ')
  const roots = live.current().situation.snapshot.scans.filter(({ records }) => records.length > 0)
  return roots.map(({ root }) => command('audit', root.path)).join(' && ')
}

function search(query: string, limit: number, { live, skillManager }: DashboardContext): SkillSearchView {
  const { version, entries } = live.current()
  const { results, understood } = skillManager.search(query, { limit })
  const hits = results.flatMap(({ path, score, matched }): readonly TableHit[] => {
    const skill = entries.idOfFile(path)
    return skill === undefined ? [] : [{ skill, score, matched }]
  })
  return { version, query, hits, ...(understood !== undefined && { understood }) }
}
