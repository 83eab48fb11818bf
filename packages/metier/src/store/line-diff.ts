/** The lines in which two texts differ, in the usual form with a few lines around them. */

const CONTEXT = 3
/** Texts that differ more than this are shown as a whole: old lines out, new lines in. */
const MOST_EDITS = 400

interface Edit {
  readonly sign: ' ' | '-' | '+'
  readonly line: string
}

/** Empty where the texts are equal. */
export function diffLines(before: string, after: string): string {
  if (before === after) return ''
  return composeHunks(findEdits(splitLines(before), splitLines(after)))
}

function splitLines(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
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

/** The shortest way from one list to the other (Myers); each round is one edit more. */
function findMiddle(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const rounds: Map<number, number>[] = []
  let reach = new Map([[1, 0]])
  for (let edits = 0; edits <= MOST_EDITS; edits++) {
    const next = new Map(reach)
    rounds.push(reach)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isDown(reach, diagonal, edits) ? (reach.get(diagonal + 1) ?? 0) : (reach.get(diagonal - 1) ?? 0) + 1
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++
      next.set(diagonal, x)
      if (x >= before.length && x - diagonal >= after.length) return walkBack(rounds, before, after)
    }
    reach = next
  }
  return [
    ...before.map((line): Edit => ({ sign: '-', line })),
    ...after.map((line): Edit => ({ sign: '+', line })),
  ]
}

function isDown(reach: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true
  return diagonal !== edits && (reach.get(diagonal - 1) ?? 0) < (reach.get(diagonal + 1) ?? 0)
}

function walkBack(
  rounds: readonly ReadonlyMap<number, number>[],
  before: readonly string[],
  after: readonly string[],
): readonly Edit[] {
  const edits: Edit[] = []
  let [x, y] = [before.length, after.length]
  for (let round = rounds.length - 1; round >= 0; round--) {
    const reach = rounds[round] ?? new Map()
    const diagonal = x - y
    const isAddition = isDown(reach, diagonal, round)
    const from = isAddition ? diagonal + 1 : diagonal - 1
    const startX = round === 0 ? 0 : (reach.get(from) ?? 0)
    const startY = round === 0 ? 0 : startX - from
    while (x > startX && y > startY) edits.push({ sign: ' ', line: before[(y--, --x)] ?? '' })
    if (round === 0) break
    edits.push(isAddition ? { sign: '+', line: after[--y] ?? '' } : { sign: '-', line: before[--x] ?? '' })
  }
  return edits.reverse()
}

function composeHunks(edits: readonly Edit[]): string {
  const isNear = edits.map((_, at) => edits.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(isChange))
  let text = ''
  let [before, after] = [1, 1]
  for (const [at, edit] of edits.entries()) {
    if (isNear[at] && !isNear[at - 1]) text += `@@ -${before} +${after} @@\n`
    if (isNear[at]) text += `${edit.sign}${edit.line}\n`
    if (edit.sign !== '+') before++
    if (edit.sign !== '-') after++
  }
  return text
}

function isChange({ sign }: Edit): boolean {
  return sign !== ' '
}
