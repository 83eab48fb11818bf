/** Adds up the weights of a query's words in each skill: BM25 with the weights of `metier search`, and a bonus for matching all. */

/** A word that skills have, and how certain it is that the query means it. */
export interface WordMeaning {
  readonly term: string
  /** How many skills have it. */
  readonly skills: number
  readonly certainty: number
  readonly isForeign: boolean
}

/** A word in a skill. */
export interface Posting {
  readonly term: string
  readonly skillId: number
  readonly weight: number
}

interface SkillScore {
  readonly skillId: number
  readonly score: number
}

/** Best first; ties by the age of the skill. Each list of meanings belongs to one word of the query. */
export function scoreSkills(
  words: readonly (readonly WordMeaning[])[],
  postings: readonly Posting[],
  total: number,
): readonly SkillScore[] {
  const byTerm = groupByTerm(postings)
  const sums = new Map<number, { score: number; covered: number }>()
  let whole = 0
  for (const meanings of words) {
    const rarest = rarityOfWord(meanings, total)
    whole += rarest
    for (const [skillId, best] of bestMeanings(meanings, byTerm, total, rarest)) {
      const sum = sums.get(skillId) ?? { score: 0, covered: 0 }
      sum.score += best.worth
      sum.covered += best.share
      sums.set(skillId, sum)
    }
  }
  return [...sums]
    .map(([skillId, { score, covered }]) => ({
      skillId,
      score: score * (1 + covered / Math.max(whole, Number.EPSILON)),
    }))
    .toSorted((a, b) => b.score - a.score || a.skillId - b.skillId)
}

function groupByTerm(postings: readonly Posting[]): ReadonlyMap<string, readonly Posting[]> {
  const groups = new Map<string, Posting[]>()
  for (const posting of postings) {
    const group = groups.get(posting.term)
    if (group === undefined) groups.set(posting.term, [posting])
    else group.push(posting)
  }
  return groups
}

/** A word is as rare as its rarest meaning. A rare word of another language makes no common word important. */
function rarityOfWord(meanings: readonly WordMeaning[], total: number): number {
  const own = meanings.filter(({ isForeign }) => !isForeign)
  return Math.max(0, ...(own.length > 0 ? own : meanings).map(({ skills }) => rarityOf(skills, total)))
}

function rarityOf(skills: number, total: number): number {
  return Math.log(1 + (Math.max(total, skills) - skills + 0.5) / (skills + 0.5))
}

/** In each skill, the meaning of a word that is worth most counts. */
function bestMeanings(
  meanings: readonly WordMeaning[],
  byTerm: ReadonlyMap<string, readonly Posting[]>,
  total: number,
  rarest: number,
): ReadonlyMap<number, { readonly worth: number; readonly share: number }> {
  const best = new Map<number, { readonly worth: number; readonly share: number }>()
  for (const { term, skills, certainty } of meanings) {
    const unit = rarityOf(skills, total) * certainty
    for (const { skillId, weight } of byTerm.get(term) ?? []) {
      const worth = weight * unit
      if (worth > (best.get(skillId)?.worth ?? 0)) best.set(skillId, { worth, share: rarest * certainty })
    }
  }
  return best
}
