/** The ranking of skills for a sentence, and why the others lost. */

import { understandQuery } from '../../registry/search/languages/query-words.js'
import { isOffered } from '../../registry/situation.js'
import type { RankedSkill, RoutingView } from '../api/routing.js'
import type { DashboardContext } from '../dashboard-context.js'
import type { CurrentSkills } from '../live/live-skills.js'
import type { SkillEntry } from '../live/skill-entries.js'
import { reasonOf } from '../skills/list-rows.js'
import { factsOf } from '../skills/skill-facts.js'
import { stateOf } from '../skills/skill-state.js'

const MOST_RANKED = 50
/** Among these, pairs that would be confused are shown. */
const COMPARED = 10
/** Comparing more skills would make every keystroke wait. */
const MOST_COMPARED = 2_000

export function rankSkills(context: DashboardContext, sentence: string): RoutingView {
  const { live, skillManager, command } = context
  const current = live.current()
  const { results } = skillManager.search(sentence, { limit: MOST_RANKED })
  const hits = results.flatMap(({ path, score, matched }) => {
    const id = current.entries.idOfFile(path)
    const entry = id === undefined ? undefined : current.entries.find(id)
    return entry === undefined ? [] : [{ entry, score, matched }]
  })
  const winner = hits.find(({ entry }) => isChosen(entry, current))?.entry
  const best = hits[0]?.score ?? 1
  const ranking = hits.map(({ entry, score, matched }): RankedSkill => {
    const { situation } = current
    const state = stateOf(entry, situation)
    const lost = entry === winner ? null : isChosen(entry, current) ? 'outranked' : 'not_offered'
    return {
      skill: entry.id,
      description: factsOf(entry.record).summary,
      score,
      share: best === 0 ? 0 : Math.round((score / best) * 1000) / 1000,
      fields: groupByField(matched),
      state,
      lost,
      why: explainLoss(lost, winner, reasonOf(entry, state, situation)),
    }
  })
  const { languages, words, ignored } = understandQuery(sentence)
  return {
    version: current.version,
    sentence,
    understood: { languages, words: words.map(({ word }) => word), ignored },
    ranking,
    overlaps: findOverlaps(context, ranking),
    command: command('search', sentence),
  }
}

/** Whether a model would get it. */
function isChosen({ kind, record }: SkillEntry, { situation }: CurrentSkills): boolean {
  return kind === 'used' && isOffered(record, situation)
}

function explainLoss(lost: RankedSkill['lost'], winner: SkillEntry | undefined, reason: string | undefined): string {
  if (lost === null) return ''
  if (lost === 'outranked') return `${winner?.record.name ?? 'Another skill'} matches better`
  return reason === undefined ? 'Models do not see it: only you can call it' : `Models do not see it: ${reason}`
}

/** `name:pdf` and `name:text` become `name: pdf, text`. */
function groupByField(matched: readonly string[]): RankedSkill['fields'] {
  const fields = new Map<string, string[]>()
  for (const match of matched) {
    const colon = match.indexOf(':')
    const field = colon < 0 ? '' : match.slice(0, colon)
    fields.set(field, [...(fields.get(field) ?? []), match.slice(colon + 1)])
  }
  return [...fields].map(([field, words]) => ({ field, words }))
}

function findOverlaps(
  { skillManager, live }: DashboardContext,
  ranking: readonly RankedSkill[],
): RoutingView['overlaps'] {
  const { entries, situation } = live.current()
  if (situation.snapshot.skills.length > MOST_COMPARED) return []
  const first = new Set(ranking.slice(0, COMPARED).map(({ skill }) => skill))
  const [winner] = ranking
  if (winner === undefined || first.size < 2) return []
  const found = skillManager.overlap({ name: winner.skill, min: 0.35 })
  if ('error' in found) return []
  return found.pairs.flatMap(({ skills: [left, right], score }) => {
    const pair = [entries.idOfFile(left.path) ?? left.name, entries.idOfFile(right.path) ?? right.name] as const
    return pair.every((id) => first.has(id)) ? [{ skills: pair, score }] : []
  })
}
