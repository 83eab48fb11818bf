/** The skills that one skill would be confused with. */

import type { OverlapPair } from '../../contracts/overlap.js'
import { directoryOf, fileOf } from '../../registry/record/skill-record.js'
import type { OverlapsView, OverlapView } from '../api/skill.js'
import type { DashboardContext } from '../dashboard-context.js'
import type { SkillEntries, SkillEntry } from '../live/skill-entries.js'

const MOST_PAIRS = 50
/** Below the usual limit, to show what comes near. */
const LOWEST_SCORE = 0.25

export function describeOverlaps({ skillManager, live, command }: DashboardContext, entry: SkillEntry): OverlapsView {
  const { id, record } = entry
  const { entries } = live.current()
  const found = skillManager.overlap({ name: directoryOf(record), min: LOWEST_SCORE })
  if ('error' in found) return { pairs: [], copies: [], command: command('overlap', id) }
  const own = fileOf(record)
  const copies = found.copies.slice(0, MOST_PAIRS).map(({ skills, kind, score }) => {
    const other = skills.find(({ path }) => path !== own) ?? skills[1]
    return { skill: entries.idOfFile(other.path) ?? other.name, kind, score }
  })
  const pairs = found.pairs.slice(0, MOST_PAIRS).map((pair) => describePair(pair, own, entries))
  return { pairs, copies, command: command('overlap', id) }
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
