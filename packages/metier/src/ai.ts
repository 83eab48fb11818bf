/** `metier/ai`: tools for the Vercel AI SDK. */

export type { AdaptableTool } from './adapters/adaptable-tool.js'
export type { AdapterOptions } from './adapters/adapter-options.js'
export { type AiSdkTool, toAiSdkTools } from './adapters/ai.js'
export type { InputCheck, Issue } from './adapters/check-value.js'
export { prepareStep } from './adapters/prepare-step.js'
