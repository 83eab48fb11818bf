/** A skill as it was found, in files or in TypeScript, before anything is started. */

import { type Result, succeed } from '../../skill/failure.js'
import { digest } from '../../system/files/digest.js'
import type { SkillDefinition } from '../define-skill.js'
import type { EncloseServer } from '../sandbox/enclose-server.js'
import { jsonSchemaOf } from '../tools/tool-schema.js'
import type { FindObjection, Grant, Hook } from './activation.js'
import type { ServerRequest } from './server.js'

/** A skill that can be activated. */
export interface ActivatableSkill {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly version: string | undefined
  readonly instructions: string
  readonly sources: readonly string[]
  readonly grants: readonly Grant[]
  /** Servers that are started when the skill is activated and add their own tools. */
  readonly servers: readonly ServerRequest[]
  readonly restrictsTo: readonly string[] | undefined
  readonly preapproves: readonly string[]
  readonly requires: { readonly skills: readonly string[]; readonly tools: readonly string[] }
  readonly reuses: readonly string[]
  readonly digest: string
  readonly notes: readonly string[]
  /** The names of its tools that wait for an approval. */
  readonly withheld: readonly string[]
  /** Says why the approval no longer holds, such as files that have changed. */
  readonly findObjection: FindObjection
  readonly encloseServer: EncloseServer
  /** Further notes that only an activation brings, such as that there is no sandbox. */
  readonly findNotes: () => Promise<readonly string[]>
  readonly onActivate: Hook | undefined
  readonly onDeactivate: Hook | undefined
}

/** Looks up a skill by name. */
export type FindSkill = (name: string) => Promise<Result<ActivatableSkill>>

/**
 * Reads a skill written in TypeScript. The host wrote it, so it is trusted and its tools may shadow others.
 */
export function fromDefinition(definition: SkillDefinition): ActivatableSkill {
  const known = found.get(definition)
  if (known !== undefined) return known
  const made = readDefinition(definition)
  found.set(definition, made)
  return made
}

/** Definitions do not change, and computing a digest costs more than the rest of a switch. */
const found = new WeakMap<SkillDefinition, ActivatableSkill>()

function readDefinition(definition: SkillDefinition): ActivatableSkill {
  const { name, displayName = name, description, version, tools = [], requires = {} } = definition
  return {
    name,
    displayName,
    description,
    version,
    instructions: composeInstructions(definition),
    sources: ['host'],
    grants: tools.map((tool) => ({ tool, mayShadow: true, prefix: name })),
    servers: [],
    restrictsTo: definition.restrictsTo,
    preapproves: [],
    requires: { skills: requires.skills ?? [], tools: requires.tools ?? [] },
    reuses: definition.reuses ?? [],
    digest: digestOf(definition),
    notes: [],
    withheld: [],
    findObjection: async () => undefined,
    encloseServer: async (request) => succeed(request),
    findNotes: async () => [],
    onActivate: definition.onActivate && ((context) => definition.onActivate?.(context)),
    onDeactivate: definition.onDeactivate && ((context) => definition.onDeactivate?.(context)),
  }
}

/** The parts that a model notices: the text, the tools and the reused tools. Functions have no digest. */
function digestOf(definition: SkillDefinition): string {
  const { name, description, version, capabilities, workDirection, tools = [] } = definition
  const { restrictsTo, requires, reuses } = definition
  const shapes = tools.map((tool) => [tool.toolName, tool.version, tool.desc, tool.category, jsonSchemaOf(tool)])
  const words = [name, description, version, capabilities, workDirection]
  return digest(JSON.stringify([...words, shapes, restrictsTo, requires, reuses]))
}

function composeInstructions({ capabilities = [], workDirection = '' }: SkillDefinition): string {
  const list = capabilities.map((capability) => `- ${capability}`).join('\n')
  return [list && `Capabilities:\n${list}`, workDirection].filter((part) => part !== '').join('\n\n')
}
