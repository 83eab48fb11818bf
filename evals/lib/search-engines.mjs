// The engines that search is compared with, all given the same fields with the same worth.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileModule } from './compile.mjs'

export const DIST = join(import.meta.dirname, '../../packages/metier/dist')
export const PEERS = join(import.meta.dirname, '../../compat')

/** Imports a module of the library, compiled on the spot where `dist` holds only the bundle that is published. */
export function importFrom(dist, file) {
  const built = resolve(dist, file)
  return import(existsSync(built) ? pathToFileURL(built).href : compileModule(file.replace(/\.js$/, '.ts')))
}

/** Whether MiniSearch is installed below a folder. */
export function miniSearchAt(peers) {
  return existsSync(resolve(peers, 'node_modules/minisearch/package.json'))
}

/** A builder of MiniSearch; `sameTokens` gives it our words, stems and stop words, `loose` its prefix and fuzzy search. */
export async function miniSearch(peers, dist, { sameTokens = false, loose = false }) {
  const MiniSearch = createRequire(resolve(peers, 'package.json'))('minisearch')
  const { eachWordAndPart } = await importFrom(dist, 'registry/search/tokenise.js')
  const { stem } = await importFrom(dist, 'registry/search/stem.js')
  const { isStopWord } = await importFrom(dist, 'registry/search/stop-words.js')
  const { FIELDS, textsOf } = await importFrom(dist, 'registry/search/search-text.js')
  const { WEIGHTS } = await importFrom(dist, 'registry/search/weights.js')
  const own = {
    tokenize: (text) => {
      const words = []
      const push = (word) => words.push(word)
      eachWordAndPart(text, push, push)
      return words
    },
    processTerm: (word) => (isStopWord(word) ? null : stem(word)),
  }
  return (documents) => {
    const engine = new MiniSearch({ fields: [...FIELDS], ...(sameTokens ? own : {}) })
    engine.addAll(
      documents.map((document, id) => {
        const texts = textsOf(document)
        return { id, ...Object.fromEntries(FIELDS.map((field, at) => [field, texts[at]])) }
      }),
    )
    const boost = { ...WEIGHTS.fields }
    const settings = loose ? { boost, prefix: true, fuzzy: 0.2 } : { boost }
    return (query) => engine.search(query, settings).map(({ id }) => id)
  }
}

/** BM25 in its plainest form, over all the text at once: no stems, no stop words, no fields. */
export function plainBm25(documents) {
  const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const lists = documents.map(({ name, slug, description, tags, body }) =>
    words([name, slug, description, ...tags, body].join(' ')),
  )
  const average = lists.reduce((sum, list) => sum + list.length, 0) / lists.length
  const postings = new Map()
  lists.forEach((list, position) => {
    const counts = new Map()
    for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const [word, count] of counts) postings.set(word, [...(postings.get(word) ?? []), { position, count }])
  })
  return (query) => {
    const scores = new Map()
    for (const word of new Set(words(query))) {
      const found = postings.get(word) ?? []
      const rarity = Math.log(1 + (lists.length - found.length + 0.5) / (found.length + 0.5))
      for (const { position, count } of found) {
        const norm = 1.2 * (0.25 + (0.75 * lists[position].length) / average)
        scores.set(position, (scores.get(position) ?? 0) + (rarity * count * 2.2) / (count + norm))
      }
    }
    return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([position]) => position)
  }
}
