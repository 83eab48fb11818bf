// How well an engine answers questions: recall, mean reciprocal rank, and libraries of the sizes that people have.

/** The figures of some ranks; a question without an answer has an infinite rank. */
export function figuresOf(ranks) {
  const recall = (depth) => round((100 * ranks.filter((rank) => rank <= depth).length) / ranks.length, 1)
  const mrr = ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length
  return {
    questions: ranks.length,
    recallAt1: recall(1),
    recallAt5: recall(5),
    recallAt10: recall(10),
    mrr: round(mrr, 3),
  }
}

/** The rank of the first relevant one among some slugs. */
export function rankOf(slugs, relevant) {
  const place = slugs.findIndex((slug) => relevant.includes(slug))
  return place < 0 ? Number.POSITIVE_INFINITY : place + 1
}

/**
 * The ranks of all questions in libraries of `size` skills: a third are skills that questions ask for, the others are drawn
 * at random, the same ones every time. `build` takes documents and gives a function from a query to slugs.
 */
export function ranksInLibraries(questions, documents, size, build) {
  const random = randomNumbers(size)
  const bySlug = new Map(documents.map((document) => [document.slug, document]))
  const ranks = new Map()
  const asked = shuffle(
    questions.filter(({ target }) => bySlug.has(target)),
    random,
  )
  const share = Math.max(1, Math.floor(size / 3))
  for (let from = 0; from < asked.length; from += share) {
    const some = asked.slice(from, from + share)
    const chosen = new Map(some.map(({ target }) => [target, bySlug.get(target)]))
    for (const document of shuffle(documents, random)) {
      if (chosen.size >= size) break
      chosen.set(document.slug, document)
    }
    const search = build([...chosen.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1)))
    for (const question of some) ranks.set(question, rankOf(search(question.query), question.relevant))
  }
  return ranks
}

export function round(value, digits) {
  return Number(value.toFixed(digits))
}

function shuffle(list, random) {
  const mixed = [...list]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const held = mixed[at]
    mixed[at] = mixed[other]
    mixed[other] = held
  }
  return mixed
}

function randomNumbers(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state / 0x80000000
  }
}
