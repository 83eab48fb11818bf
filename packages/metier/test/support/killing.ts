/** Kills a process before each of its changes, each time from the same beginning. */

import { cpSync } from 'node:fs'
import { expect } from 'vitest'
import type { Ended } from './child.js'
import { someOf } from './full.js'
import { temporaryFolder } from './temporary.js'

export interface KilledAction<Outcome> {
  /** Starts the action in a folder; it dies before the change of that number. */
  readonly run: (place: string, killAt: number) => { readonly ended: Promise<Ended> }
  readonly beginning: string
  /** The number of changes that are tried in `npm test`; in full, all are. */
  readonly most: number
  /** What is left in a folder, after the next command has recovered. */
  readonly settle: (place: string, where: string) => Promise<Outcome>
}

/** The different states in which the action is left. */
export async function killAtEach<Outcome>({
  run,
  beginning,
  most,
  settle,
}: KilledAction<Outcome>): Promise<ReadonlySet<Outcome>> {
  const { output } = await run(copyOf(beginning), Number.POSITIVE_INFINITY).ended
  const { steps, codes } = JSON.parse(output) as { steps: number; codes: string[] }
  expect(codes).toEqual(['ok'])
  const outcomes = new Set<Outcome>()
  const every = Array.from({ length: steps }, (_, at) => at + 1)
  for (const killAt of someOf(every, most)) {
    const place = copyOf(beginning)
    expect((await run(place, killAt).ended).signal).toBe('SIGKILL')
    outcomes.add(await settle(place, `killed before change ${killAt}`))
  }
  return outcomes
}

function copyOf(place: string): string {
  const copy = temporaryFolder()
  cpSync(place, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}
