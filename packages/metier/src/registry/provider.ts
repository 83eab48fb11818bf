/** Skills that are not in a root, such as those of a remote server or a database, behind one small interface. */

import { levelBroken } from '../skill/diagnostic.js'
import type { Result } from '../skill/failure.js'
import { readTraits } from '../skill/metadata/metadata.js'
import { isSafeName } from '../skill/name.js'
import { messageOf } from '../skill/unknown-value.js'
import type { Report } from '../skill/validate.js'
import { reviewDescription, reviewName } from '../skill/validate.js'
import { packText } from './record/kept-text.js'
import { type SkillRecord, Trait } from './record/skill-record.js'
import type { Root, Scope } from './root.js'
import { type Scan, ScanBuilder } from './scan.js'

/** A skill that a `SkillProvider` offers. */
export interface ProvidedSkill {
  readonly name: string
  readonly description: string
  /** Identifies this skill among the provider's others; shown as its path. */
  readonly path: string
  readonly frontmatter?: Readonly<Record<string, unknown>>
}

/** A provider's list that also says which of its skills are not offered. */
export interface ProvidedListing {
  readonly skills: readonly ProvidedSkill[]
  /** Each is reported as a diagnostic. */
  readonly refused: readonly RefusedSkill[]
  /** Why the provider could not be asked, if `skills` is its last list. Reported as a diagnostic. */
  readonly problem?: string
}

/** A skill that a provider does not offer, and why. */
export interface RefusedSkill {
  readonly path: string
  readonly message: string
}

/** A source of skills other than a root. */
export interface SkillProvider {
  /** Shown in front of a skill's path, such as `mcp://server`. */
  readonly id: string
  readonly scope: Scope
  /** Throws if the provider cannot be asked; an empty list means that it has no skills. */
  list(signal?: AbortSignal): Promise<readonly ProvidedSkill[] | ProvidedListing>
  /** The text of a skill's SKILL.md. */
  read(path: string, signal?: AbortSignal): Promise<string>
  /** The paths of all files of a skill, with forward slashes. Left out if skills have no other files. */
  listFiles?(path: string, signal?: AbortSignal): Promise<readonly string[]>
  /** A listed file of a skill, or why it cannot be read. Needs `listFiles`. */
  readFile?(path: string, file: string, signal?: AbortSignal): Promise<Result<Uint8Array>>
}

/** Lists a provider's skills as if they were in a root. If a provider fails, reports a diagnostic instead of an error. */
export async function scanProvider(provider: SkillProvider, now: number, signal?: AbortSignal): Promise<Scan> {
  const root: Root = { path: provider.id, scope: provider.scope, isExplicit: true }
  const builder = new ScanBuilder(root, now)
  try {
    const listed = await orAborted(provider.list(signal), signal)
    const { skills, refused, problem }: ProvidedListing = 'skills' in listed ? listed : { skills: listed, refused: [] }
    for (const skill of skills) offer(skill, root, builder)
    for (const { path, message } of refused) builder.report('provided_skill_refused', path, message)
    if (problem !== undefined) builder.report('provider_failed', provider.id, composeProblem(provider.id, problem))
    else if (skills.length === 0 && refused.length === 0)
      builder.report('provider_empty', provider.id, `${provider.id} has no skills`)
  } catch (error) {
    signal?.throwIfAborted()
    builder.report('provider_failed', provider.id, composeProblem(provider.id, messageOf(error)))
  }
  return builder.finish()
}

function composeProblem(id: string, why: string): string {
  return `${id} failed to list its skills: ${why}`
}

/** Validates a provided skill. An invalid one does not affect the others. */
function offer(skill: ProvidedSkill, root: Root, builder: ScanBuilder): void {
  if (typeof skill.name !== 'string' || !isSafeName(skill.name)) {
    builder.report('name_unsafe', root.path, `${root.path} offers a skill with an invalid name`)
  } else if (typeof skill.description !== 'string' || skill.description.trim() === '') {
    const message = `${root.path} offers '${skill.name}' without a description`
    builder.report('description_unavailable', root.path, message)
  } else builder.add(toRecord(skill, root), { size: -1, inode: 0, changed: 0, modified: 0 })
}

/** Stops waiting on an aborted signal, even if the provider ignores it. */
function orAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

function toRecord({ name, description, path, frontmatter = {} }: ProvidedSkill, root: Root): SkillRecord {
  let traits: number = Trait.loadable | Trait.conformant
  const note: Report = (code) => {
    if (levelBroken(code) !== undefined) traits &= ~Trait.conformant
  }
  reviewName(name, undefined, note)
  reviewDescription(description, note)
  const { requirements, userInvocable, modelInvocable } = readTraits(frontmatter, undefined)
  if (userInvocable) traits |= Trait.userInvocable
  if (modelInvocable) traits |= Trait.modelInvocable
  return {
    name,
    description,
    root,
    directory: path,
    fileName: 'SKILL.md',
    requirements,
    traits,
    // JSON is valid YAML, so the frontmatter keeps the provider's values.
    frontmatter: packText(`${JSON.stringify({ ...frontmatter, name, description })}\n`),
    diagnostics: undefined,
  }
}
