/** The short form of a skill, which the Wave and neovate contracts share. */

import { detailsOf } from '../registry/record/details.js'
import { directoryOf, hasTrait, type SkillRecord } from '../registry/record/skill-record.js'
import type { Scope } from '../registry/root.js'
import type { SkillTraits } from '../skill/metadata/metadata.js'

/** The description of a skill that a host shows. */
export interface SkillMetadata extends SkillInvocation {
  readonly name: string
  readonly description: string
  readonly type: 'personal' | 'project'
  /** The skill's directory. */
  readonly skillPath: string
  /** The skill's SKILL.md. */
  readonly path: string
}

/** How the frontmatter wants a skill to be run. In a list, these are read on access and are not enumerable. */
export interface SkillInvocation {
  /** `allowed-tools`; left out if there are none. */
  readonly allowedTools?: string[] | undefined
  /** `context`: `fork` runs the skill in a subagent. */
  readonly context?: string | undefined
  /** `agent`: the kind of subagent. */
  readonly agent?: string | undefined
  readonly model?: string | undefined
  /** True if the model must not start the skill; otherwise left out. */
  readonly disableModelInvocation?: boolean | undefined
  /** False if the user cannot start the skill; otherwise left out. */
  readonly userInvocable?: boolean | undefined
}

/** Picks the fields that are set. */
export function invocationOf(traits: SkillTraits): SkillInvocation {
  const { allowedTools, context, agent, model, modelInvocable, userInvocable } = traits
  return {
    ...(allowedTools.length > 0 && { allowedTools: [...allowedTools] }),
    ...(context !== undefined && { context }),
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(!modelInvocable && { disableModelInvocation: true }),
    ...(!userInvocable && { userInvocable: false }),
  }
}

export function metadataOf(record: SkillRecord): SkillMetadata {
  return new RecordMetadata(record)
}

/** A list of ten thousand skills must not parse as many frontmatters, so only the name and the like are kept. */
class RecordMetadata implements SkillMetadata {
  readonly name: string
  readonly description: string
  readonly type: SkillMetadata['type']
  readonly skillPath: string
  readonly path: string
  readonly #record: SkillRecord
  #invocation: SkillInvocation | undefined

  constructor(record: SkillRecord) {
    this.name = record.name
    this.description = record.description
    this.type = toType(record.root.scope)
    this.skillPath = directoryOf(record)
    this.path = `${this.skillPath}/${record.fileName}`
    this.#record = record
  }

  get allowedTools() {
    return this.#read().allowedTools
  }

  get context() {
    return this.#read().context
  }

  get agent() {
    return this.#read().agent
  }

  get model() {
    return this.#read().model
  }

  get disableModelInvocation() {
    return hasTrait(this.#record, 'modelInvocable') ? undefined : true
  }

  get userInvocable() {
    return hasTrait(this.#record, 'userInvocable') ? undefined : false
  }

  #read(): SkillInvocation {
    this.#invocation ??= invocationOf(detailsOf(this.#record))
    return this.#invocation
  }
}

/** The contracts know two types; a skill of the machine's administrator, or of a host, is not a project's. */
export function toType(scope: Scope): SkillMetadata['type'] {
  return scope === 'project' ? 'project' : 'personal'
}
