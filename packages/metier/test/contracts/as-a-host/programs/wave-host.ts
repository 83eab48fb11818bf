/**
 * The code of a Wave agent around the `Skill` tool. It imports the entry files by path, so that the tests run the
 * sources; compiles.test.ts compiles the same text with the package's names in their place.
 */

import {
  type Skill,
  SkillManager,
  type SkillManagerOptions,
  type SkillMetadata,
  type ToolContext,
  type ToolPlugin,
  type ToolResult,
} from '../../../../src/index.js'
import { SkillTool, type WaveSkillManager } from '../../../../src/tools.js'

/** The document's "Registration in ToolManager constructor", and the call that follows from it. */
export class ToolManager {
  readonly tools = new Map<string, ToolPlugin>()

  constructor(options: SkillManagerOptions) {
    const skillManager = new SkillManager(options)
    const skillTool = new SkillTool(skillManager)
    this.tools.set(skillTool.name, skillTool)
  }

  async execute(name: string, args: { skill_name: string }, context: ToolContext): Promise<ToolResult> {
    const tool = this.tools.get(name)
    if (tool === undefined) return { success: false, content: '', error: `Unknown tool: ${name}` }
    return tool.execute(args, context)
  }

  /** What is sent to the model. */
  get functions() {
    return [...this.tools.values()].map(({ config }) => config)
  }
}

/** A host's own implementation of the document's SkillManager interface: skills from a table in memory. */
export class TableSkillManager implements WaveSkillManager {
  readonly #skills: ReadonlyMap<string, Skill>

  constructor(skills: readonly Skill[]) {
    this.#skills = new Map(skills.map((skill) => [skill.name, skill]))
  }

  async initialize(): Promise<void> {
    await Promise.resolve()
  }

  getAvailableSkills(): SkillMetadata[] {
    return [...this.#skills.values()]
  }

  async loadSkill(skillName: string): Promise<Skill | null> {
    return this.#skills.get(skillName) ?? null
  }
}

/** A manager whose rows come out of a database as JSON, with the fields that the document mentions and no others. */
export function createRowManager(rows: string): WaveSkillManager {
  const skills = JSON.parse(rows)
  return {
    getAvailableSkills: () => skills,
    loadSkill: async (name) => skills.find((skill: { name: string }) => skill.name === name) ?? null,
  }
}

/** A manager whose disk fails. */
export function createFailingManager(manager: WaveSkillManager, message: string): WaveSkillManager {
  return {
    getAvailableSkills: () => manager.getAvailableSkills(),
    loadSkill: async () => {
      throw new Error(message)
    },
  }
}

/** The folder that the result names: what an agent resolves a skill's relative paths against. */
export function readSkillPath({ content }: ToolResult): string | undefined {
  return content
    .split('\n')
    .find((line) => line.startsWith('Path: '))
    ?.slice('Path: '.length)
}
