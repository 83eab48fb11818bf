/** `metier/google-adk`: tools for Google's Agent Development Kit. */

export type { AdaptableTool } from './adapters/adaptable-tool.js'
export type { AdapterOptions } from './adapters/adapter-options.js'
export type { InputCheck, Issue } from './adapters/check-value.js'
export {
  type AdkBaseTool,
  type AdkBaseToolset,
  type GoogleAdkOptions,
  type GoogleAdkToolsetOptions,
  toGoogleAdkTools,
  toGoogleAdkToolset,
} from './adapters/google-adk.js'
