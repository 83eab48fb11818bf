/** Asks the sources of installed skills whether they still offer the installed versions, and what they think of them now. */

import type { SkillStanding, Standing } from '../../gate/standing/standing.js'
import { type Result, succeed } from '../../skill/failure.js'
import type { InstalledRelease, Source } from '../../sources/source.js'
import { peekLock } from '../installed.js'
import type { Lock, LockEntry } from '../lock.js'
import { nameAtSource, parseLockedName } from '../slug.js'
import type { UpdateContext } from '../update.js'
import { type KeptStanding, readStandings, writeStandings } from './kept-standings.js'

/** By the name of the skill. A skill whose source says nothing about its versions is left out. */
export type Standings = ReadonlyMap<string, SkillStanding>

/** The most skills of a root that sources are asked about. */
const MOST_SKILLS = 1_000

/** What sources said last, without asking them. */
export async function recallStandings(context: Pick<UpdateContext, 'store'>): Promise<Result<Standings>> {
  const lock = await peekLock(context)
  if (!lock.ok) return lock
  return succeed(new Map([...recall(context, lock.value)].map(([name, { standing }]) => [name, standing])))
}

/** Asks every source once. A source that cannot be asked changes nothing that is known. */
export async function askStandings(context: UpdateContext): Promise<Result<Standings>> {
  const lock = await peekLock(context)
  if (!lock.ok) return lock
  const known = recall(context, lock.value)
  const standings = new Map<string, SkillStanding>()
  const learned = new Map(known)
  const refuse: Refuse = (name, error, untrusted) => {
    const last = known.get(name)?.standing
    const more = { ...(untrusted !== undefined && { untrusted }), ...(last !== undefined && { last }) }
    standings.set(name, { status: 'unknown', error, ...more })
  }
  const askedAt = context.store.now().toISOString()
  for (const group of groupBySource(context, lock.value, refuse)) {
    context.signal?.throwIfAborted()
    for (const { name, entry, said } of await askGroup(context, group, refuse)) {
      const standing = { ...said, askedAt }
      standings.set(name, standing)
      learned.set(name, { digest: entry.digest, standing })
    }
  }
  if (learned.size > 0) writeStandings(context.store.root, learned)
  return succeed(standings)
}

type Refuse = (name: string, error: string, untrusted?: string) => void

async function askGroup(
  { signal, onProgress, isTrusted, namesHost }: UpdateContext,
  { source, releases }: SourceGroup,
  refuse: Refuse,
): Promise<readonly (Asked & { readonly said: Standing })[]> {
  const asked = releases.map(({ release }) => release)
  const judged = await source.judge(asked, { signal, onProgress, isTrusted, namesHost })
  return releases.flatMap((one, at) => {
    const said = judged.ok ? judged.value[at] : undefined
    if (said !== undefined) return [{ ...one, said }]
    refuse(one.name, judged.ok ? 'The source did not answer' : judged.failure.message)
    return []
  })
}

/** A statement about other files than the installed ones does not count. */
function recall({ store }: Pick<UpdateContext, 'store'>, { skills }: Lock): ReadonlyMap<string, KeptStanding> {
  return new Map([...readStandings(store.root)].filter(([name, { digest }]) => skills.get(name)?.digest === digest))
}

interface Asked {
  readonly name: string
  readonly entry: LockEntry
  readonly release: InstalledRelease
}

interface SourceGroup {
  readonly source: JudgingSource
  readonly releases: Asked[]
}

type JudgingSource = Source & Required<Pick<Source, 'judge'>>

/** The skills of one place are asked about together. */
function groupBySource(context: UpdateContext, lock: Lock, refuse: Refuse): Iterable<SourceGroup> {
  const groups = new Map<string, SourceGroup>()
  for (const [text, entry] of [...lock.skills].slice(0, MOST_SKILLS)) {
    const name = parseLockedName(text)
    const reference = context.parseReference(entry.source)
    const source = reference.ok ? context.sources[reference.value.kind] : undefined
    if (!name.ok || !reference.ok || source?.judge === undefined) continue
    const { kind, identity, location } = reference.value
    if (!context.isTrusted(identity)) {
      refuse(text, `'${reference.value.text}' is not a trusted source`, identity)
      continue
    }
    const release: InstalledRelease = {
      reference: reference.value,
      skill: nameAtSource(source, name.value, entry.owner),
      version: entry.version,
      path: entry.path,
      digest: entry.artifact?.digest.replace('sha256:', ''),
    }
    const key = JSON.stringify([kind, identity, location])
    const group = groups.get(key) ?? { source: source as JudgingSource, releases: [] }
    groups.set(key, group)
    group.releases.push({ name: text, entry, release })
  }
  return groups.values()
}
