/** `metier/google-genai`: tools for Google's Gen AI SDK. */

export type { AdaptableTool, ObjectSchema } from './adapters/adaptable-tool.js'
export type { AdapterCallOptions, AdapterOptions } from './adapters/adapter-options.js'
export type { InputCheck, Issue } from './adapters/check-value.js'
export {
  type GoogleFunctionCall,
  type GoogleFunctionDeclaration,
  type GoogleFunctionResponsePart,
  type GoogleGenAICallableTool,
  type GoogleGenAITool,
  handleGoogleGenAICall,
  toGoogleGenAICallableTool,
  toGoogleGenAITools,
} from './adapters/google-genai.js'
