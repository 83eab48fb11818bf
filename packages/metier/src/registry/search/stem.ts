/** Brings the forms of an English word together, so that “converting files” finds “convert a file”. */

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  // Words that lose their meaning with their ending.
  ['customer', 'customer'],
  ['customers', 'customer'],
  ['general', 'general'],
  ['generally', 'general'],
  ['generic', 'generic'],
  ['important', 'important'],
  ['ios', 'ios'],
  ['news', 'news'],
  ['only', 'only'],
  ['optimism', 'optimism'],
  ['paste', 'paste'],
  ['pasted', 'paste'],
  ['personal', 'personal'],
  ['personally', 'personal'],
  ['several', 'several'],
  ['university', 'university'],
  ['universities', 'university'],
  // Forms that no rule brings together.
  ['summary', 'summar'],
  ['summaries', 'summar'],
  ['analysis', 'analyz'],
  ['analyses', 'analyz'],
  ['analyse', 'analyz'],
  ['analysed', 'analyz'],
  ['analysing', 'analyz'],
  ['analyser', 'analyz'],
  ['bought', 'buy'],
  ['built', 'build'],
  ['children', 'child'],
  ['drawn', 'draw'],
  ['drew', 'draw'],
  ['found', 'find'],
  ['indices', 'index'],
  ['indexes', 'index'],
  ['matrices', 'matrix'],
  ['men', 'man'],
  ['mice', 'mous'],
  ['paid', 'pay'],
  ['people', 'person'],
  ['ran', 'run'],
  ['sent', 'send'],
  ['sold', 'sell'],
  ['sought', 'seek'],
  ['spoke', 'speak'],
  ['spoken', 'speak'],
  ['taught', 'teach'],
  ['vertices', 'vertex'],
  ['women', 'woman'],
  ['written', 'write'],
  ['wrote', 'write'],
])

// Each table is tried from its longest suffix to its shortest; the first that fits decides.
const LONG_SUFFIXES: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['isation', 'ize'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['iser', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['logi', 'log'],
  ['bli', 'ble'],
]
const MIDDLE_SUFFIXES: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['alise', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]
const LAST_SUFFIXES: readonly string[] = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'ise',
  'al',
  'er',
  'or',
  'ic',
]

/** The stem of a lower-case word; words that are not plain English letters come back as they are. */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  const irregular = IRREGULAR.get(word)
  if (irregular !== undefined) return irregular
  const singular = withoutPlural(word)
  const present = withoutInflection(singular)
  const base = /[^aeiouy]y$/.test(present) && present.length > 2 ? `${present.slice(0, -1)}i` : present
  return withoutFinalE(withoutDerivation(base))
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('ies')) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1)
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s') && !/(?:us|ss|is)$/.test(word) && /[aeiouy].+s$/.test(word)) return word.slice(0, -1)
  return word
}

function withoutInflection(word: string): string {
  if (word.endsWith('eed')) return regionAfterSyllable(word, 0) <= word.length - 3 ? word.slice(0, -1) : word
  if (word.endsWith('ied')) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1)
  const ending = /(?:ingly|edly|ing|ed)$/.exec(word)
  if (ending === null) return word
  const rest = word.slice(0, ending.index)
  if (!/[aeiouy]/.test(rest) || rest.length < 2) return word
  if (/(?:at|bl|iz|is)$/.test(rest)) return `${rest}e`
  if (/(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return rest.slice(0, -1)
  return isShort(rest) ? `${rest}e` : rest
}

function withoutDerivation(word: string): string {
  const first = regionAfterSyllable(word, 0)
  const longer = replaceSuffix(word, LONG_SUFFIXES, first)
  const adverb = longer === word && /[cdeghkmnrt]li$/.test(word) && first <= word.length - 2 ? word.slice(0, -2) : longer
  const middle = replaceSuffix(adverb, MIDDLE_SUFFIXES, first)
  const second = regionAfterSyllable(middle, first)
  if (/[st]ion$/.test(middle) && second <= middle.length - 3) return middle.slice(0, -3)
  const suffix = LAST_SUFFIXES.find((candidate) => middle.endsWith(candidate))
  return suffix !== undefined && second <= middle.length - suffix.length ? middle.slice(0, -suffix.length) : middle
}

function withoutFinalE(word: string): string {
  const first = regionAfterSyllable(word, 0)
  const second = regionAfterSyllable(word, first)
  const last = word.length - 1
  if (word.endsWith('e')) {
    const rest = word.slice(0, -1)
    return second <= last || (first <= last && !endsInShortSyllable(rest)) ? rest : word
  }
  return word.endsWith('ll') && second <= last ? word.slice(0, -1) : word
}

function replaceSuffix(word: string, table: readonly (readonly [string, string])[], region: number): string {
  for (const [suffix, replacement] of table) {
    if (!word.endsWith(suffix)) continue
    const start = word.length - suffix.length
    return start >= region ? word.slice(0, start) + replacement : word
  }
  return word
}

/** Where the part after the next vowel and the consonant that follows it begins. */
function regionAfterSyllable(word: string, from: number): number {
  for (let at = from + 1; at < word.length; at++) {
    if (!isVowel(word, at) && isVowel(word, at - 1)) return at + 1
  }
  return word.length
}

function isVowel(word: string, at: number): boolean {
  const letter = word.charAt(at)
  return 'aeiou'.includes(letter) || (letter === 'y' && at > 0 && !'aeiou'.includes(word.charAt(at - 1)))
}

function isShort(word: string): boolean {
  return endsInShortSyllable(word) && regionAfterSyllable(word, 0) >= word.length
}

function endsInShortSyllable(word: string): boolean {
  return /^[aeiouy][^aeiouy]$|[^aeiouy][aeiouy][^aeiouywx]$/.test(word)
}
