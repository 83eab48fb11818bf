/**
 * The code of a goclaw-like runtime around the `skills` tool. It imports the entry files by path, so that the tests run
 * the sources; compiles.test.ts compiles the same text with the package's names in their place.
 */

import { SkillManager, type SkillManagerOptions } from '../../../../src/index.js'
import { type Approve, createSkillsTool, type SkillsTool } from '../../../../src/tools.js'

/** The runtime: loads and filters skills at startup, and exposes that registry to the agent. */
export class Runtime {
  readonly skillManager: SkillManager
  readonly skills: SkillsTool

  private constructor(skillManager: SkillManager, approve: Approve | undefined) {
    this.skillManager = skillManager
    this.skills = createSkillsTool({ skillManager, approve })
  }

  static async start(options: SkillManagerOptions, approve?: Approve): Promise<Runtime> {
    return new Runtime(await SkillManager.open({ index: false, ...options }), approve)
  }

  /** A runtime that does not call initialize(). */
  static startLazily(options: SkillManagerOptions): Runtime {
    return new Runtime(new SkillManager({ index: false, ...options }), undefined)
  }

  /** The document's `Execute(ctx, input json.RawMessage) (string, error)`: JSON in, JSON out. */
  async execute(input: string): Promise<string> {
    return (await this.skills.call(JSON.parse(input))).text
  }

  /** An agent's call, as the document writes it: `skills(action="info", skill="himalaya")`. */
  async call(input: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    return JSON.parse(await this.execute(JSON.stringify(input)))
  }
}

export type Step = (command: string) => Promise<void>

/** The document's workflow: install the skill, show the hint, run it in the conversation, reload. */
export async function installAndEnable(runtime: Runtime, skill: string, from: string, runInChat: Step) {
  const installed = await runtime.call({ action: 'install', skill, from })
  const hints = installed.install_hints
  if (!Array.isArray(hints)) return { installed }
  await runInChat(hints[0].command)
  return { installed, reloaded: await runtime.call({ action: 'reload' }) }
}
