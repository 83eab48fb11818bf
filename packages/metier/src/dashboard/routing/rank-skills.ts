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
/** A pair that is less alike is seldom confused. */
const LOWEST_SCORE = 0.35

export function rankSkills(context: DashboardContext, sentence: string): RoutingView {
  const { live, skillManager, command } = context
  const current = live.current()
  const { results } = skillManager.search(sentence, { limit: MOST_RANKED })
  const hits = results.flatMap(({ path, score, matched }) => {
    const id = current.entries.idOfFile(path)
    const entry = id === undefined ? undefined : current.entries.find(id)
    return entry === undefined ? [] : [{ entry, score, matched }]
  })
  const best = hits.find(({ entry }) => isChosen(entry, current))
  const winner = best?.entry
  const highest = hits[0]?.score ?? 1
  const ranking = hits.map(({ entry, score, matched }): RankedSkill => {
    const { situation } = current
    const state = stateOf(entry, situation)
    const lost = entry === winner ? null : isChosen(entry, current) ? 'outranked' : 'not_offered'
    return {
      skill: entry.id,
      description: factsOf(entry.record).summary,
      score,
      share: highest === 0 ? 0 : Math.round((score / highest) * 1000) / 1000,
      fields: groupByField(matched),
      state,
      lost,
      why: lost === 'outranked' ? explainRank(matched, best) : explainAbsence(lost, reasonOf(entry, state, situation)),
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

/** A skill that models see lost because it lacks a word, or because its words are in less telling places. */
function explainRank(matched: readonly string[], best: RankedHit | undefined): string {
  const name = best?.entry.record.name ?? 'Another skill'
  const own = new Set(matched.map(wordOf))
  const lacking = (best?.matched ?? []).filter((match) => !own.has(wordOf(match)))
  if (lacking.length === 0) return `The same words count more in ${name}`
  return `Does not match ${lacking.map(wordOf).join(', ')}, which ${name} has in its ${fieldOf(lacking[0] ?? '')}`
}

interface RankedHit {
  readonly entry: SkillEntry
  readonly matched: readonly string[]
}

function explainAbsence(lost: RankedSkill['lost'], reason: string | undefined): string {
  if (lost === null) return ''
  return reason === undefined ? 'Models do not see it: only you can call it' : `Models do not see it: ${reason}`
}

/** Of `name:pdf`, `name`. */
function fieldOf(match: string): string {
  return match.slice(0, Math.max(0, match.indexOf(':')))
}

/** Of `name:pdf`, `pdf`. */
function wordOf(match: string): string {
  return match.slice(match.indexOf(':') + 1)
}

/** `name:pdf` and `name:text` become `name: pdf, text`. */
function groupByField(matched: readonly string[]): RankedSkill['fields'] {
  const fields = new Map<string, string[]>()
  for (const match of matched) {
    const field = fieldOf(match)
    fields.set(field, [...(fields.get(field) ?? []), wordOf(match)])
  }
  return [...fields].map(([field, words]) => ({ field, words }))
}

function findOverlaps({ overlaps, live }: DashboardContext, ranking: readonly RankedSkill[]): RoutingView['overlaps'] {
  const { entries } = live.current()
  const first = new Set(ranking.slice(0, COMPARED).map(({ skill }) => skill))
  const [winner] = ranking
  const record = winner && entries.find(winner.skill)?.record
  if (record === undefined || first.size < 2) return []
  const { pairs = [] } = overlaps.peek(record) ?? {}
  return pairs.flatMap(({ skills: [left, right], score }) => {
    if (score < LOWEST_SCORE) return []
    const pair = [entries.idOfFile(left.path) ?? left.name, entries.idOfFile(right.path) ?? right.name] as const
    return pair.every((id) => first.has(id)) ? [{ skills: pair, score }] : []
  })
}
