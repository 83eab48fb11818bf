import { findSkill } from '../registry/snapshot.js'
import { answerReload, type SkillChange, summarise } from './answers.js'
import { isUsable, type Situation } from './view.js'

/** What a watcher saw. */
export interface WatchChange {
  /** Skills that came, went, or became usable or unusable. */
  readonly changes: readonly SkillChange[]
  /** Skills whose SKILL.md was edited. */
  readonly edited: readonly string[]
}

/** What changed between two situations; only these skills are looked at where their names are known. */
export function compareSituations(
  before: Situation,
  after: Situation,
  names: readonly string[] | undefined,
): WatchChange {
  const summaries = [before, after].map((situation) =>
    names === undefined ? summarise(situation) : summariseOnly(situation, names),
  )
  const [earlier = new Map(), later = new Map()] = summaries
  const { changes } = answerReload(earlier, later)
  const edited = [...later.keys()].filter((name) => {
    const record = findSkill(before.snapshot, name)
    return record !== undefined && record !== findSkill(after.snapshot, name)
  })
  return { changes, edited }
}

function summariseOnly(situation: Situation, names: readonly string[]): ReadonlyMap<string, boolean> {
  const records = names.map((name) => findSkill(situation.snapshot, name))
  return new Map(
    records.flatMap((record) => (record === undefined ? [] : [[record.name, isUsable(record, situation)]])),
  )
}
