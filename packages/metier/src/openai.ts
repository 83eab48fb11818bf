/** `metier/openai`: tools for OpenAI's Chat Completions and Responses. */

export type { AdaptableTool, ObjectSchema } from './adapters/adaptable-tool.js'
export type { AdapterCallOptions, AdapterOptions } from './adapters/adapter-options.js'
export type { InputCheck, Issue } from './adapters/check-value.js'
export {
  handleOpenAICall,
  type OpenAIAnswer,
  type OpenAIChatCall,
  type OpenAIChatTool,
  type OpenAIOptions,
  type OpenAIResponsesCall,
  type OpenAIResponsesTool,
  type OpenAIRunnableTool,
  type OpenAIToolMessage,
  type OpenAIToolOutput,
  toOpenAIRunnableTools,
  toOpenAITools,
} from './adapters/openai.js'
