/** The skills that one skill would be confused with. */

import type { OverlapPair } from '../../contracts/overlap.js'
import { fileOf } from '../../registry/record/skill-record.js'
import type { OverlapsView, OverlapView } from '../api/skill.js'
import type { DashboardContext } from '../dashboard-context.js'
import type { SkillEntries, SkillEntry } from '../live/skill-entries.js'

const MOST_PAIRS = 50

export async function describeOverlaps(
  { overlaps, live, command }: DashboardContext,
  entry: SkillEntry,
): Promise<OverlapsView> {
  const { id, record } = entry
  const { report: found } = await overlaps.of(record)
  const { entries } = live.current()
  if (found === undefined) return { isComputing: true, pairs: [], copies: [], command: command('overlap', id) }
  const own = fileOf(record)
  const copies = found.copies.slice(0, MOST_PAIRS).map(({ skills, kind, score }) => {
    const other = skills.find(({ path }) => path !== own) ?? skills[1]
    return { skill: entries.idOfFile(other.path) ?? other.name, kind, score }
  })
  const pairs = found.pairs.slice(0, MOST_PAIRS).map((pair) => describePair(pair, own, entries))
  return { isComputing: false, pairs, copies, command: command('overlap', id) }
}

function describePair(
  { score, verdict, shared, skills }: OverlapPair,
  own: string,
  entries: SkillEntries,
): OverlapView {
  const [left, right] = skills
  const [mine, theirs] = left.path === own ? [left, right] : [right, left]
  const idOf = (name: string) => entries.idOfFile((name === mine.name ? mine : theirs).path) ?? name
  return {
    skill: entries.idOfFile(theirs.path) ?? theirs.name,
    score,
    verdict,
    shared,
    only: mine.only,
    theirs: theirs.only,
    sentences: mine.sentences.map(({ text, goesTo }) => ({ text, goesTo: goesTo === null ? null : idOf(goesTo) })),
    boundary: mine.boundary,
  }
}
