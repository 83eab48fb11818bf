// Cases take turns, each in a process of its own, in a new random order every round, so that the noise of the machine
// falls on all of them alike. Only figures of one such run are compared with one another.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { shuffle } from './random.mjs'
import { median, noiseOf } from './statistics.mjs'

const PROGRAM = join(import.meta.dirname, '../case.mjs')
const MARK = '@@'
const WITHOUT_NETWORK = ['unshare', '-rn']
const TIMEOUT_MILLISECONDS = 300_000

/**
 * Runs every case in every round. A case is `{ name, program, parameters, rounds?, offline? }`: `program` is a file of
 * cases/, `rounds` fewer than the others have, `offline` without a network where the system can do that.
 */
export function takeTurns(cases, { rounds, node, folder, log }) {
  const series = new Map(cases.map(({ name }) => [name, new Series(name)]))
  for (let round = 0; round < rounds; round++) {
    for (const one of shuffle(cases.filter((candidate) => round < (candidate.rounds ?? rounds)))) {
      const into = series.get(one.name)
      if (into.failure !== undefined) continue
      into.add(runCase(one, { node, folder }))
      if (into.failure !== undefined) log(`${one.name}: ${into.failure}`)
    }
    log(`round ${round + 1} of ${rounds}`)
  }
  return series
}

/** What one case gave, a number a round for each field. */
class Series {
  #fields = new Map()
  failure

  constructor(name) {
    this.name = name
  }

  add(outcome) {
    if (outcome.failure !== undefined) this.failure = outcome.failure
    else for (const [field, value] of Object.entries(outcome.figures)) this.all(field).push(value)
  }

  all(field) {
    if (!this.#fields.has(field)) this.#fields.set(field, [])
    return this.#fields.get(field)
  }

  /** The median over the rounds; not a number where there is none. */
  of(field) {
    return median(this.all(field).map((value) => (Array.isArray(value) ? median(value) : value)))
  }

  noise(field) {
    return noiseOf(this.all(field).map((value) => (Array.isArray(value) ? median(value) : value)))
  }

  last(field) {
    return this.all(field).at(-1)
  }

  toJSON() {
    return Object.fromEntries(this.#fields)
  }
}

function runCase({ program, parameters, offline = false }, { node, folder }) {
  const scratch = mkdtempSync(join(folder, 'scratch-'))
  const command = [node, '--expose-gc', '--no-warnings', PROGRAM, program, JSON.stringify({ ...parameters, scratch })]
  const [file, ...words] = offline && canBeOffline() ? [...WITHOUT_NETWORK, ...command] : command
  const env = { ...process.env, HOME: scratch, NODE_OPTIONS: '', NODE_COMPILE_CACHE: undefined }
  const child = spawnSync(file, words, { encoding: 'utf8', env, timeout: TIMEOUT_MILLISECONDS, maxBuffer: 2 ** 28 })
  rmSync(scratch, { recursive: true, force: true })
  const line = child.stdout?.split('\n').findLast((text) => text.startsWith(MARK))
  if (child.status === 0 && line !== undefined) return { figures: JSON.parse(line.slice(MARK.length)) }
  const reason = child.stderr?.match(/^.*Error.*$/m)?.[0] ?? child.error?.message ?? child.signal ?? 'no figures'
  return { failure: String(reason).slice(0, 300) }
}

let offlineWorks

/** Peers get no network: what they would send or fetch is none of our business, and none of the measurement's. */
function canBeOffline() {
  const [file, ...words] = [...WITHOUT_NETWORK, 'true']
  offlineWorks ??= spawnSync(file, words).status === 0
  return offlineWorks
}
