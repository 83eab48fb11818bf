/** `metier/langchain`: tools and middleware for LangChain's agents. */

export type { AdaptableTool, ObjectSchema } from './adapters/adaptable-tool.js'
export type { AdapterOptions } from './adapters/adapter-options.js'
export type { InputCheck, Issue } from './adapters/check-value.js'
export { type LangChainTool, type SkillsMiddleware, skillsMiddleware, toLangChainTools } from './adapters/langchain.js'
