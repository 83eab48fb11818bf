/** Reduces the forms of an English word to a stem, so that “converting files” finds “convert a file”. */

const IRREGULAR = `customer:customer customers:customer general:general generally:general generic:generic important:important ios:ios
  news:news only:only optimism:optimism paste:paste pasted:paste personal:personal personally:personal several:several
  university:university universities:university summary:summar summaries:summar analysis:analyz analyses:analyz
  analyse:analyz analysed:analyz analysing:analyz analyser:analyz bought:buy built:build children:child drawn:draw
  drew:draw flew:fly flies:fly found:find indices:index indexes:index matrices:matrix men:man mice:mous paid:pay
  people:person ran:run sent:send sold:sell spoke:speak spoken:speak taught:teach vertices:vertex women:woman
  written:write wrote:write`

// Each list is tried from its longest suffix to its shortest; the first match is used.
const LONG_SUFFIXES = `ational:ate ization:ize isation:ize fulness:ful ousness:ous iveness:ive tional:tion biliti:ble lessli:less entli:ent
  ation:ate alism:al aliti:al ousli:ous iviti:ive fulli:ful enci:ence anci:ance abli:able izer:ize iser:ize ator:ate
  alli:al logi:log bli:ble`
const MIDDLE_SUFFIXES = 'ational:ate tional:tion alize:al alise:al icate:ic iciti:ic ical:ic ness: ful:'
const LAST_SUFFIXES =
  'ement: ance: ence: able: ible: ment: tion:t sion:s ant: ent: ism: ate: iti: ous: ive: ize: ise: al: er: or: ic:'

type Suffixes = ReadonlyMap<string, readonly (readonly [suffix: string, replacement: string])[]>

interface Tables {
  readonly irregular: ReadonlyMap<string, string>
  readonly long: Suffixes
  readonly middle: Suffixes
  readonly last: Suffixes
}

/** Created for the first word: most processes never search. */
let tables: Tables | undefined

/** Longer words are not English, and would make the patterns below slow. */
const LONGEST_WORD = 32

/** The stem of a lowercase word. Words with other characters than English letters are returned unchanged. */
export function stem(word: string): string {
  if (word.length < 3 || word.length > LONGEST_WORD || !isPlain(word)) return word
  tables ??= makeTables()
  const irregular = tables.irregular.get(word)
  if (irregular !== undefined) return irregular
  const present = withoutInflection(withoutPlural(word))
  const last = present.length - 1
  const base = last > 1 && present.endsWith('y') && !isVowel(present, last - 1) ? `${present.slice(0, last)}i` : present
  return withoutFinalE(withoutDerivation(base, tables))
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s')) return word
  if (word.endsWith('ies')) return withY(word)
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2)
  return /[aeiouy].*[^uis]s$/.test(word) ? word.slice(0, -1) : word
}

/** `tries` and `tried` become `try`, `ties` and `tied` become `tie`. */
function withY(word: string): string {
  return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1)
}

function withoutInflection(word: string): string {
  if (word.endsWith('eed')) return regionAfterSyllable(word, 0) <= word.length - 3 ? word.slice(0, -1) : word
  if (word.endsWith('ied')) return withY(word)
  const ending = ['ing', 'ed', 'ingly', 'edly'].find((suffix) => word.endsWith(suffix))
  if (ending === undefined) return word
  const rest = word.slice(0, -ending.length)
  if (rest.length < 2 || !/[aeiouy]/.test(rest)) return word
  if (/(?:at|bl|iz|is)$/.test(rest)) return `${rest}e`
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return rest.slice(0, -1)
  return endsInShortSyllable(rest) && regionAfterSyllable(rest, 0) >= rest.length ? `${rest}e` : rest
}

function withoutDerivation(word: string, { long, middle, last }: Tables): string {
  const first = regionAfterSyllable(word, 0)
  const longer = replaceSuffix(word, long, first)
  const isAdverb = longer === word && first <= word.length - 2 && /[cdeghkmnrt]li$/.test(word)
  const shorter = replaceSuffix(isAdverb ? word.slice(0, -2) : longer, middle, first)
  return replaceSuffix(shorter, last, regionAfterSyllable(shorter, first))
}

function withoutFinalE(word: string): string {
  const last = word.length - 1
  if (word.endsWith('e')) {
    const first = regionAfterSyllable(word, 0)
    const rest = word.slice(0, last)
    const isLong = regionAfterSyllable(word, first) <= last
    return isLong || (first <= last && !endsInShortSyllable(rest)) ? rest : word
  }
  if (!word.endsWith('ll')) return word
  return regionAfterSyllable(word, regionAfterSyllable(word, 0)) <= last ? word.slice(0, last) : word
}

function replaceSuffix(word: string, suffixes: Suffixes, region: number): string {
  for (const [suffix, replacement] of suffixes.get(word.charAt(word.length - 1)) ?? []) {
    if (!word.endsWith(suffix)) continue
    const start = word.length - suffix.length
    return start >= region ? word.slice(0, start) + replacement : word
  }
  return word
}

function makeTables(): Tables {
  return {
    irregular: new Map(pairsOf(IRREGULAR)),
    long: byLastLetter(LONG_SUFFIXES),
    middle: byLastLetter(MIDDLE_SUFFIXES),
    last: byLastLetter(LAST_SUFFIXES),
  }
}

function pairsOf(table: string): [string, string][] {
  return table.split(/\s+/).map((pair) => pair.split(':') as [string, string])
}

function byLastLetter(table: string): Suffixes {
  const suffixes = new Map<string, [string, string][]>()
  for (const [suffix, replacement] of pairsOf(table)) {
    const letter = suffix.slice(-1)
    suffixes.set(letter, [...(suffixes.get(letter) ?? []), [suffix, replacement]])
  }
  return suffixes
}

/** The start of the region after the next vowel and the consonant that follows it. */
function regionAfterSyllable(word: string, from: number): number {
  for (let at = from + 1; at < word.length; at++) {
    if (!isVowel(word, at) && isVowel(word, at - 1)) return at + 1
  }
  return word.length
}

function isVowel(word: string, at: number): boolean {
  switch (word.charCodeAt(at)) {
    case 97: // a
    case 101: // e
    case 105: // i
    case 111: // o
    case 117: // u
      return true
    case 121: // y, after a consonant
      return at > 0 && !isVowel(word, at - 1)
    default:
      return false
  }
}

function endsInShortSyllable(word: string): boolean {
  return /^[aeiouy][^aeiouy]$|[^aeiouy][aeiouy][^aeiouywx]$/.test(word)
}

function isPlain(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    if (code < 97 || code > 122) return false
  }
  return true
}
