// Skills with distinct texts: words drawn so that few are common and most are rare, as in real collections.
import { seededRandom } from '../lib/random.mjs'

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu bra cle dri flo gru sta tre pli'.split(
  ' ',
)
const COMMON =
  'file text data image video code test report search convert create update list check review deploy query table page format'.split(
    ' ',
  )
const WORDS = 40_000

const vocabulary = Array.from({ length: WORDS }, (_, at) => {
  const parts = []
  for (let rest = at + 28; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    parts.push(SYLLABLES[rest % SYLLABLES.length])
  return parts.join('')
})

/** Words by rank: the tenth is drawn ten times as often as the hundredth. */
function drawWord(random) {
  const rank = Math.floor(Math.exp(random() * Math.log(WORDS + COMMON.length)))
  return rank < COMMON.length ? COMMON[rank] : vocabulary[(rank - COMMON.length) % WORDS]
}

export function* makeSkills(count) {
  const random = seededRandom(4711)
  const words = (length) => Array.from({ length }, () => drawWord(random)).join(' ')
  for (let at = 0; at < count; at++) {
    const name = `${vocabulary[at % WORDS]}-${drawWord(random)}-${at}`
    yield { name, description: `Helps to ${words(12)}`, body: `# ${name}\n\n${words(25)}\n` }
  }
}

/** What people would type: two or three words, common and rare. */
export function makeQueries(count) {
  const random = seededRandom(815)
  return Array.from({ length: count }, () => [drawWord(random), drawWord(random), drawWord(random)].join(' '))
}
