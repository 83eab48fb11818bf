/** `metier/mastra`: tools for Mastra's agents. */

export type { AdaptableTool } from './adapters/adaptable-tool.js'
export type { AdapterOptions, InputCheck } from './adapters/adapter-options.js'
export type { Issue } from './adapters/check-value.js'
export { type MastraTool, toMastraTools } from './adapters/mastra.js'
export type { ObjectSchema } from './adapters/object-schema.js'
export { prepareStep } from './adapters/prepare-step.js'
