/** The hook that tells two libraries before each step which tools are active. */

/** What `prepareStep` needs of a tool; the host's own tools have no `isActive` and are always active. */
interface SwitchedTool {
  readonly isActive?: () => boolean
}

/**
 * Creates a `prepareStep` for the AI SDK or Mastra: the model sees the tools that are active at that step. Pass it all
 * the tools that you pass to the run; tools of your own are always active.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { prepareStep, toAiSdkTools } from 'metier/ai'
 * import { createTools } from 'metier/tools'
 *
 * const tools = toAiSdkTools(createTools({ skillManager: await SkillManager.open() }))
 * const settings = { prompt: 'What is in report.pdf?', tools, prepareStep: prepareStep(tools) }
 */
export function prepareStep<Name extends string>(tools: Readonly<Record<Name, object>>): () => { activeTools: Name[] } {
  const names = Object.keys(tools) as Name[]
  return () => ({ activeTools: names.filter((name) => (tools[name] as SwitchedTool).isActive?.() ?? true) })
}
