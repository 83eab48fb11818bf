/** The hook by which two libraries learn before each step which tools there are now. */

/** What `prepareStep` needs of a tool; tools of the host's own have no `isActive` and are always there. */
interface SwitchedTool {
  readonly isActive?: () => boolean
}

/**
 * A `prepareStep` for the AI SDK and for Mastra: the model sees the tools that are active at that step. Give it all the
 * tools that you give to the run.
 *
 * @example
 * await generateText({ model, prompt, tools, prepareStep: prepareStep(tools) })
 */
export function prepareStep<Name extends string>(tools: Readonly<Record<Name, object>>): () => { activeTools: Name[] } {
  const names = Object.keys(tools) as Name[]
  return () => ({ activeTools: names.filter((name) => (tools[name] as SwitchedTool).isActive?.() ?? true) })
}
