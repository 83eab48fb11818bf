/** `metier/langchain`: tools and middleware for LangChain's agents. */

export type { AdaptableTool } from './adapters/adaptable-tool.js'
export type { AdapterOptions, InputCheck } from './adapters/adapter-options.js'
export type { Issue } from './adapters/check-value.js'
export { type LangChainTool, type SkillsMiddleware, skillsMiddleware, toLangChainTools } from './adapters/langchain.js'
export type { ObjectSchema } from './adapters/object-schema.js'
