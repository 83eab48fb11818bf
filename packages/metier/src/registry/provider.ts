/** Skills that do not lie in a root: a remote server, a database. One small interface, so that the registry need not know. */

import { Buffer } from 'node:buffer'
import { levelBroken } from '../skill/diagnostic.js'
import { readTraits } from '../skill/metadata/metadata.js'
import { isSafeName } from '../skill/name.js'
import { messageOf } from '../skill/unknown-value.js'
import type { Report } from '../skill/validate.js'
import { reviewDescription, reviewName } from '../skill/validate.js'
import { type SkillRecord, Trait } from './record/skill-record.js'
import type { Root, Scope } from './root.js'
import { type Scan, ScanBuilder } from './scan.js'

/** A skill that a `SkillProvider` offers. */
export interface ProvidedSkill {
  readonly name: string
  readonly description: string
  /** What tells this skill from the provider's others; shown as its path. */
  readonly path: string
  readonly frontmatter?: Readonly<Record<string, unknown>>
}

/** A further place that skills come from. */
export interface SkillProvider {
  /** Shown in front of a skill's path, such as `mcp://server`. */
  readonly id: string
  readonly scope: Scope
  list(signal?: AbortSignal): Promise<readonly ProvidedSkill[]>
  /** The text of a skill's SKILL.md. */
  read(path: string, signal?: AbortSignal): Promise<string>
}

/** What a provider offers, as if it had been found in a root. A provider that fails is a diagnostic, not a failure. */
export async function scanProvider(provider: SkillProvider, now: number, signal?: AbortSignal): Promise<Scan> {
  const root: Root = { path: provider.id, scope: provider.scope, isExplicit: true }
  const builder = new ScanBuilder(root, now)
  try {
    for (const skill of await orAborted(provider.list(signal), signal)) offer(skill, root, builder)
  } catch (error) {
    signal?.throwIfAborted()
    const message = `${provider.id} did not answer: ${messageOf(error)}`
    builder.report('provider_failed', provider.id, message)
  }
  return builder.finish()
}

/** Providers are others' code: what they say of a skill is checked, and one odd skill costs no other its place. */
function offer(skill: ProvidedSkill, root: Root, builder: ScanBuilder): void {
  if (typeof skill.name !== 'string' || !isSafeName(skill.name)) {
    builder.report('name_unsafe', root.path, `${root.path} offers a skill whose name cannot be used`)
  } else if (typeof skill.description !== 'string' || skill.description.trim() === '') {
    const message = `${root.path} offers '${skill.name}' without a description`
    builder.report('description_unavailable', root.path, message)
  } else builder.add(toRecord(skill, root), { size: -1, inode: 0, changed: 0, modified: 0 })
}

/** A provider that does not listen to the signal must not keep those waiting who do. */
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
    // JSON is YAML: the text says what the provider said.
    frontmatter: Buffer.from(`${JSON.stringify({ ...frontmatter, name, description })}\n`).toString('latin1'),
    cutAt: -1,
    diagnostics: undefined,
  }
}
