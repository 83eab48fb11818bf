/** `metier/mastra`: tools for Mastra's agents. */

export type { AdaptableTool, ObjectSchema } from './adapters/adaptable-tool.js'
export type { AdapterOptions } from './adapters/adapter-options.js'
export type { InputCheck, Issue } from './adapters/check-value.js'
export { type MastraTool, toMastraTools } from './adapters/mastra.js'
export { prepareStep } from './adapters/prepare-step.js'
