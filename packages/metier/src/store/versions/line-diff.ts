/** Compares two texts line by line and returns a unified diff that `patch` accepts. */

const CONTEXT = 3
/** If two texts differ by more edits than this, the diff replaces the whole text. */
const MOST_EDITS = 400

interface Edit {
  readonly sign: ' ' | '-' | '+'
  readonly line: string
}

/** Empty if the texts are equal. */
export function diffLines(before: string, after: string): string {
  if (before === after) return ''
  return composeHunks(findEdits(splitLines(before), splitLines(after)))
}

const UNENDED = '\n\\ No newline at end of file'

function splitLines(text: string): readonly string[] {
  const lines = text.split('\n')
  const last = lines.pop()
  return last === '' ? lines : [...lines, `${last}${UNENDED}`]
}

function findEdits(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const shorter = Math.min(before.length, after.length) - start
  while (end < shorter && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const middle = findMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end))
  const same = (lines: readonly string[]) => lines.map((line): Edit => ({ sign: ' ', line }))
  return [...same(before.slice(0, start)), ...middle, ...same(end === 0 ? [] : before.slice(-end))]
}

/** For each diagonal of the edit graph, the number of old lines consumed. */
type Reach = ReadonlyMap<number, number>

/** Finds the shortest edit script (Myers); each round adds one edit. */
function findMiddle(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const rounds: Reach[] = []
  let reach: Reach = new Map([[1, 0]])
  while (rounds.length <= MOST_EDITS) {
    const next = goFurther(reach, rounds.length, before, after)
    rounds.push(reach)
    if (next.get(before.length - after.length) === before.length) return walkBack(rounds, before, after)
    reach = next
  }
  return [...before.map((line): Edit => ({ sign: '-', line })), ...after.map((line): Edit => ({ sign: '+', line }))]
}

function goFurther(reach: Reach, edits: number, before: readonly string[], after: readonly string[]): Reach {
  const next = new Map(reach)
  for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
    let x = startOf(reach, diagonal, edits)
    while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++
    next.set(diagonal, x)
  }
  return next
}

function startOf(reach: Reach, diagonal: number, edits: number): number {
  return isAddition(reach, diagonal, edits) ? valueAt(reach, diagonal + 1) : valueAt(reach, diagonal - 1) + 1
}

function isAddition(reach: Reach, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true
  return diagonal !== edits && valueAt(reach, diagonal - 1) < valueAt(reach, diagonal + 1)
}

function valueAt(reach: Reach, diagonal: number): number {
  return reach.get(diagonal) ?? 0
}

function walkBack(rounds: readonly Reach[], before: readonly string[], after: readonly string[]): readonly Edit[] {
  const edits: Edit[] = []
  let [x, y] = [before.length, after.length]
  for (let round = rounds.length - 1; round >= 0; round--) {
    const reach = rounds[round] ?? new Map()
    const [isAdded, from] = [isAddition(reach, x - y, round), startOf(reach, x - y, round)]
    for (; x > from; x--, y--) edits.push({ sign: ' ', line: before[x - 1] as string })
    if (round === 0) break
    if (isAdded) edits.push({ sign: '+', line: after[--y] as string })
    else edits.push({ sign: '-', line: before[--x] as string })
  }
  return edits.reverse()
}

function composeHunks(edits: readonly Edit[]): string {
  const isNear = edits.map((_, at) => edits.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(isChange))
  let text = ''
  let [before, after] = [0, 0]
  for (let at = 0; at < edits.length; ) {
    const next = isNear.indexOf(!isNear[at], at)
    const stretch = edits.slice(at, next < 0 ? edits.length : next)
    const [removed, added] = [countBeside('+', stretch), countBeside('-', stretch)]
    if (isNear[at]) {
      text += `@@ -${toRange(before, removed)} +${toRange(after, added)} @@\n`
      text += stretch.map(({ sign, line }) => `${sign}${line}\n`).join('')
    }
    before += removed
    after += added
    at += stretch.length
  }
  return text
}

function countBeside(sign: Edit['sign'], edits: readonly Edit[]): number {
  return edits.filter((edit) => edit.sign !== sign).length
}

/** The first line and the number of lines; for none, the line before them. */
function toRange(linesBefore: number, count: number): string {
  return `${count === 0 ? linesBefore : linesBefore + 1},${count}`
}

function isChange({ sign }: Edit): boolean {
  return sign !== ' '
}
