/** Every requirement of the five contracts by its ID, and those that later work has yet to prove. */

const COUNTS = { W: 46, N: 15, G: 22, C: 36, V: 27 } as const

/** W-1…W-46 (Wave), N-1…N-15 (neovate), G-1…G-22 (get_skill), C-1…C-36 (skills), V-1…V-27 (workspace). */
export const REQUIREMENT_IDS: readonly string[] = Object.entries(COUNTS).flatMap(([letter, count]) =>
  idsOf(letter, 1, count),
)

/** What is not proved, or only in part, with the work that brings it. */
export const PENDING: ReadonlyMap<string, string> = new Map([])

function idsOf(letter: string, first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => `${letter}-${first + at}`)
}
