/** Takes a regular expression apart, far enough to tell what makes one slow and to write texts that would. */

type Atom =
  | { readonly type: 'character'; readonly sample: string }
  | { readonly type: 'group'; readonly branches: readonly (readonly Term[])[]; readonly isLook: boolean }
  | { readonly type: 'edge' }
  | { readonly type: 'backreference' }

export interface Term {
  readonly atom: Atom
  readonly least: number
  readonly most: number
}

/** The branches of a pattern. */
export function readPattern({ source }: RegExp): readonly (readonly Term[])[] {
  const reader = new PatternReader(source)
  const branches = reader.branches()
  if (!reader.isDone) throw new Error(`Cannot read ${source} at ${reader.at}`)
  return branches
}

class PatternReader {
  readonly #source: string
  at = 0

  constructor(source: string) {
    this.#source = source
  }

  get isDone(): boolean {
    return this.at >= this.#source.length
  }

  branches(): readonly (readonly Term[])[] {
    const branches: Term[][] = [[]]
    while (!this.isDone && this.#peek() !== ')') {
      if (this.#peek() === '|') {
        this.at++
        branches.push([])
      } else branches.at(-1)?.push(this.#term())
    }
    return branches
  }

  #term(): Term {
    const atom = this.#atom()
    const written = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.#source.slice(this.at))
    if (written === null) return { atom, least: 1, most: 1 }
    this.at += written[0].length
    if (written[0].startsWith('*')) return { atom, least: 0, most: Number.POSITIVE_INFINITY }
    if (written[0].startsWith('+')) return { atom, least: 1, most: Number.POSITIVE_INFINITY }
    if (written[0].startsWith('?')) return { atom, least: 0, most: 1 }
    const least = Number(written[1])
    const most = written[2] === undefined ? least : written[3] === '' ? Number.POSITIVE_INFINITY : Number(written[3])
    return { atom, least, most }
  }

  #atom(): Atom {
    const character = this.#take()
    if (character === '(') return this.#group()
    if (character === '[') return { type: 'character', sample: this.#class() }
    if (character === '^' || character === '$') return { type: 'edge' }
    if (character === '.') return { type: 'character', sample: 'x' }
    return character === '\\' ? this.#escape() : { type: 'character', sample: character }
  }

  #group(): Atom {
    const head = /^\?(?::|=|!|<=|<!|<\w+>)/.exec(this.#source.slice(this.at))?.[0] ?? ''
    this.at += head.length
    const branches = this.branches()
    this.at++
    return { type: 'group', branches, isLook: /[=!]/.test(head) }
  }

  #escape(): Atom {
    const letter = this.#take()
    if (letter === 'b' || letter === 'B') return { type: 'edge' }
    if (/[1-9k]/.test(letter)) return { type: 'backreference' }
    return { type: 'character', sample: this.#escaped(letter) }
  }

  #escaped(letter: string): string {
    if (letter === 'u' || letter === 'x') {
      const length = letter === 'u' ? 4 : 2
      const code = this.#source.slice(this.at, this.at + length)
      this.at += length
      return String.fromCharCode(Number.parseInt(code, 16))
    }
    return { s: ' ', S: 'x', d: '1', D: 'x', w: 'a', W: '-', n: '\n', t: '\t', r: '\r' }[letter] ?? letter
  }

  /** One character that the class takes; of a negated class, one that it does not leave out. */
  #class(): string {
    const isNegated = this.#peek() === '^'
    if (isNegated) this.at++
    const taken: string[] = []
    while (this.#peek() !== ']') {
      const character = this.#take()
      taken.push(character === '\\' ? this.#escaped(this.#take()) : character)
    }
    this.at++
    if (!isNegated) return taken[0] ?? 'x'
    return ['x', ' ', 'a', '1', '-', '/'].find((character) => !taken.includes(character)) ?? '\u00e9'
  }

  #peek(): string {
    return this.#source.charAt(this.at)
  }

  #take(): string {
    return this.#source.charAt(this.at++)
  }
}

/** What would make a pattern slow: a repetition without an end inside a repetition, or a reference back. */
export function faultsOf(branches: readonly (readonly Term[])[], isRepeated = false): readonly string[] {
  return branches.flatMap((branch) => branch.flatMap((term) => faultsOfTerm(term, isRepeated)))
}

function faultsOfTerm({ atom, most }: Term, isRepeated: boolean): readonly string[] {
  const isEndless = most === Number.POSITIVE_INFINITY
  const own = isEndless && isRepeated ? ['a repetition without an end inside a repetition'] : []
  if (atom.type === 'backreference') return ['a reference back']
  if (atom.type !== 'group') return own
  const inner =
    isEndless &&
    atom.branches.some((branch) => branch.some(({ least, most: longest }) => least !== longest && longest > 1))
  return [
    ...own,
    ...(inner ? ['an endless repetition of something that varies'] : []),
    ...faultsOf(atom.branches, isRepeated || most > 8),
  ]
}

/** Texts that lead the matcher as far as a repetition, let it run there, and then disappoint it. */
export function attacksOn(branches: readonly (readonly Term[])[], size: number): readonly string[] {
  return branches.flatMap((branch) => {
    let prefix = ''
    return branch.flatMap((term) => {
      const sample = sampleOf(term.atom)
      const before = prefix
      prefix += sample.repeat(Math.max(term.least, term.most > 0 ? 1 : 0))
      if (term.most < 8 || sample === '') return []
      const pumped = before + sample.repeat(Math.ceil(size / sample.length))
      const restarted = before === '' ? pumped : (before + sample).repeat(Math.ceil(size / (before + sample).length))
      return [`${pumped}\u0000`, `${restarted}\u0000`]
    })
  })
}

function sampleOf(atom: Atom): string {
  if (atom.type === 'character') return atom.sample
  if (atom.type !== 'group' || atom.isLook) return ''
  return (atom.branches[0] ?? [])
    .map((term) => sampleOf(term.atom).repeat(Math.min(Math.max(1, term.least), 40)))
    .join('')
}
