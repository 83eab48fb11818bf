// The published types of every entry of the package.
import { scenario } from '../steps.mjs'
import { typeComments, types } from '../types.mjs'

const ENTRIES = {
  index: '.',
  tools: './tools',
  workspace: './workspace',
  openai: './openai',
  anthropic: './anthropic',
  ai: './ai',
  langchain: './langchain',
  mastra: './mastra',
  'openai-agents': './openai-agents',
  'google-genai': './google-genai',
  'google-adk': './google-adk',
  mcp: './mcp',
}

export const TYPES = Object.entries(ENTRIES).flatMap(([name, entry]) => [
  scenario(`types/${name}`, {}, types(entry)),
  scenario(`types/${name}-comments`, {}, typeComments(entry)),
])
