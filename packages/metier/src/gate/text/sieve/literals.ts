/** Derives from a pattern the literals that it needs: every match contains at least one of them. */

/** What part of a pattern matches: exactly one of these, or something that contains one of those. */
interface Part {
  readonly exact: readonly string[] | undefined
  readonly needs: readonly string[] | undefined
}

const ANYTHING: Part = { exact: undefined, needs: undefined }
const NOTHING: Part = { exact: [''], needs: undefined }
/** How many texts are combined before they are kept apart. */
const MOST_EXACT = 48
const MOST_NEEDED = 256
/** Shorter ones occur everywhere; longer ones add nothing. */
const SHORTEST = 2
const LONGEST = 8

/** Lower-case texts, one of which occurs in every match with its ASCII and Cyrillic letters lowered; undefined if there are none. */
export function literalsOf({ source, flags }: RegExp): readonly string[] | undefined {
  // With these flags, non-ASCII letters may match ASCII ones.
  if (/[uv]/.test(flags)) return undefined
  const { needs } = new PatternReader(source, flags.includes('i')).read()
  return needs === undefined ? undefined : [...new Set(needs.map((text) => text.slice(0, LONGEST)))]
}

/** Without a last one that is repeated. */
const PLAIN = /[\w \-/:=<>"'`,;@#%&!~\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff]{2,}(?![?*+{])/y
/** Letters with two cases that a sieve takes for one. */
const CYRILLIC = /[\u0400-\u04ff]/

class PatternReader {
  readonly #source: string
  readonly #ignoresCase: boolean
  #at = 0

  constructor(source: string, ignoresCase: boolean) {
    this.#source = source
    this.#ignoresCase = ignoresCase
  }

  read(): Part {
    return this.#alternatives()
  }

  #alternatives(): Part {
    const parts = [this.#sequence()]
    while (this.#take('|')) parts.push(this.#sequence())
    return oneOf(parts)
  }

  #sequence(): Part {
    let run: readonly string[] = ['']
    let best: readonly string[] | undefined
    let isExact = true
    while (this.#at < this.#source.length && !'|)'.includes(this.#source.charAt(this.#at))) {
      const { exact, needs } = this.#plainText() ?? this.#repeated(this.#atom())
      if (exact !== undefined && run.length * exact.length <= MOST_EXACT) {
        run = exact.length === 1 ? extended(run, exact[0] ?? '') : run.flatMap((start) => extended(exact, '', start))
        continue
      }
      best = betterOf(betterOf(best, run), needs)
      run = exact ?? ['']
      isExact = false
    }
    return { exact: isExact ? run : undefined, needs: betterOf(best, run) }
  }

  /** Several characters that stand for themselves, at once: most of a pattern consists of them. */
  #plainText(): Part | undefined {
    PLAIN.lastIndex = this.#at
    const text = PLAIN.exec(this.#source)?.[0]
    if (text === undefined) return undefined
    this.#at += text.length
    return textOf(text.toLowerCase())
  }

  #repeated(part: Part): Part {
    if (!'?*+{'.includes(this.#source.charAt(this.#at)) || this.#at === this.#source.length) return part
    const written = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at, this.#at + 24))?.[0] ?? ''
    this.#at += written.length
    if (written === '' || written.startsWith('{1}')) return part
    if (written.startsWith('?')) return { exact: part.exact && ['', ...part.exact], needs: undefined }
    const isNeeded = written.startsWith('+') || /^\{0*[1-9]/.test(written)
    return { exact: undefined, needs: isNeeded ? part.needs : undefined }
  }

  #atom(): Part {
    const character = this.#source.charAt(this.#at++)
    switch (character) {
      case '(':
        return this.#group()
      case '[':
        return this.#characters()
      case '\\':
        return this.#escaped()
      case '.':
        return ANYTHING
      case '^':
      case '$':
        return NOTHING
      default:
        return this.#letter(character)
    }
  }

  #group(): Part {
    const opening = /^\?(?:<?[=!]|:|<\w+>)/.exec(this.#source.slice(this.#at, this.#at + 40))?.[0] ?? ''
    this.#at += opening.length
    const inner = this.#alternatives()
    this.#take(')')
    // Lookarounds take up no space.
    return /[=!]$/.test(opening) ? NOTHING : inner
  }

  /** A few characters are as many texts; a range or a negated class may be anything. */
  #characters(): Part {
    const [written = '', inside = ''] = /^((?:\\.|[^\]\\])*)\]/.exec(this.#source.slice(this.#at)) ?? []
    this.#at += written.length
    const isPlain = /^[^\\^-]{1,6}-?$/.test(inside)
    return isPlain ? oneOf([...inside].map((character) => this.#letter(character))) : ANYTHING
  }

  #escaped(): Part {
    const character = this.#source.charAt(this.#at++)
    if (/[bB]/.test(character)) return NOTHING
    if (character === 'n') return textOf('\n')
    if (character === 'x' || character === 'u') return this.#numbered(character === 'x' ? 2 : 4)
    return /\w/.test(character) ? ANYTHING : textOf(character)
  }

  #numbered(length: number): Part {
    const digits = this.#source.slice(this.#at, this.#at + length)
    this.#at += length
    return this.#letter(String.fromCharCode(Number.parseInt(digits, 16)))
  }

  #letter(character: string): Part {
    if (character < '\u0080' || CYRILLIC.test(character)) return textOf(character.toLowerCase())
    // Scripts without upper case.
    if (character >= '\u3040' && character <= '\u9fff') return textOf(character)
    return this.#ignoresCase && character.toLowerCase() !== character.toUpperCase() ? ANYTHING : textOf(character)
  }

  #take(character: string): boolean {
    if (this.#source.charAt(this.#at) !== character) return false
    this.#at++
    return true
  }
}

/** Each text with something before and after it. */
function extended(texts: readonly string[], after: string, before = ''): readonly string[] {
  return after === '' && before === '' ? texts : texts.map((text) => before + text + after)
}

function textOf(text: string): Part {
  return { exact: [text], needs: undefined }
}

function oneOf(parts: readonly Part[]): Part {
  const [first] = parts
  if (parts.length === 1 && first !== undefined) return first
  const exact = unionOf(parts.map((part) => part.exact))
  const needs = unionOf(parts.map((part) => betterOf(part.needs, part.exact)))
  return {
    exact: exact !== undefined && exact.length <= MOST_EXACT ? exact : undefined,
    needs: needs !== undefined && needs.length <= MOST_NEEDED ? needs : undefined,
  }
}

function unionOf(sets: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const all = new Set<string>()
  for (const set of sets) {
    if (set === undefined) return undefined
    for (const text of set) all.add(text)
  }
  return [...all]
}

/** The alternative that excludes more texts; one that is too short excludes none. */
function betterOf(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  return weightOf(other) > weightOf(one) ? other : weightOf(one) > 0 ? one : undefined
}

function weightOf(texts: readonly string[] | undefined): number {
  if (texts === undefined) return 0
  let shortest = LONGEST
  for (const { length } of texts) if (length < shortest) shortest = length
  return shortest < SHORTEST ? 0 : shortest * MOST_NEEDED - texts.length
}
