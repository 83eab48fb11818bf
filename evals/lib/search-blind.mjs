// The queries of evals/search-queries.jsonl: written from descriptions of skills drawn at random, before any search ran.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { figuresOf, rankOf, ranksInLibraries } from './search-figures.mjs'

const FILE = join(import.meta.dirname, '../search-queries.jsonl')
const SIZES = [30, 100, 300]
/** The second set was written after the dictionary, from other skills: it alone says how that generalises. */
const HALVES = ['tune', 'report', 'second']

/** Judges an engine by the blind queries: prints tables, and gives the figures of both halves together. */
export function judgeBlindly(documents, build, { half, misses }) {
  const all = readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const questions = half === undefined ? all : all.filter((question) => question.half === half)
  const whole = build(documents)
  const ranks = new Map(questions.map((one) => [one, rankOf(whole(one.query), one.relevant)]))
  const figures = (list, isWanted) => figuresOf([...list].filter(([one]) => isWanted(one)).map(([, rank]) => rank))
  const isEnglish = ({ language }) => language === 'en'
  printGroups(`blind queries over ${documents.length} skills`, ranks, figures)
  const libraries = Object.fromEntries(SIZES.map((size) => [size, ranksInLibraries(questions, documents, size, build)]))
  console.log('\nblind queries, by the size of the library')
  console.table(
    Object.fromEntries(
      Object.entries({ ...libraries, [documents.length]: ranks }).flatMap(([size, list]) => [
        [`${size} skills, English`, figures(list, isEnglish)],
        [`${size} skills, other languages`, figures(list, (one) => !isEnglish(one))],
      ]),
    ),
  )
  if (misses) printMisses(ranks)
  const english = figures(ranks, isEnglish)
  const foreign = figures(ranks, (one) => !isEnglish(one))
  return {
    blindRecallAt1: english.recallAt1,
    blindRecallAt5: english.recallAt5,
    blindMrr: english.mrr,
    foreignRecallAt1: foreign.recallAt1,
    foreignRecallAt5: foreign.recallAt5,
    ...Object.fromEntries(SIZES.map((size) => [`recallAt1Of${size}`, figures(libraries[size], isEnglish).recallAt1])),
  }
}

function printGroups(title, ranks, figures) {
  const questions = [...ranks.keys()]
  const kinds = [...new Set(questions.filter(({ language }) => language === 'en').map(({ kind }) => kind))]
  const languages = [...new Set(questions.map(({ language }) => language))].filter((language) => language !== 'en')
  const rows = {
    ...Object.fromEntries(
      kinds.map((kind) => [`English, ${kind}`, ({ language, kind: own }) => language === 'en' && own === kind]),
    ),
    ...Object.fromEntries(languages.map((language) => [language, (one) => one.language === language])),
    ...Object.fromEntries(
      HALVES.flatMap((half) => [
        [`English, ${half}`, (one) => one.language === 'en' && one.half === half],
        [`other languages, ${half}`, (one) => one.language !== 'en' && one.half === half],
      ]),
    ),
    'all English': ({ language }) => language === 'en',
    'all other languages': ({ language }) => language !== 'en',
  }
  console.log(`\n${title}`)
  const shown = Object.entries(rows).filter(([, isWanted]) => questions.some(isWanted))
  console.table(Object.fromEntries(shown.map(([name, isWanted]) => [name, figures(ranks, isWanted)])))
}

function printMisses(ranks) {
  for (const [{ language, query, target }, rank] of ranks) {
    if (rank > 1) console.log(`${rank === Number.POSITIVE_INFINITY ? '-' : rank}\t${language}\t${query}\t${target}`)
  }
}
