/** `metier/tools`: the tools that a model calls. */

export type { GetSkillResult, ToolMessage } from './contracts/get-skill.js'
export type { SkillToolResult } from './contracts/neovate.js'
export type { InvocableSkill, ToolResult } from './contracts/wave.js'
export type { AvailableSkill } from './contracts/wave-error.js'
export type { JsonSchema } from './skill/json-schema.js'
export type { ApprovalRequest, Approve } from './store/approvals/approval-request.js'
export type { ActivatingWorkspace, BroughtTool } from './tools/activate-in-workspace.js'
export {
  type ActivateSkillInput,
  type ActivateSkillResult,
  type ActivateSkillTool,
  type ActivateSkillToolOptions,
  createActivateSkillTool,
} from './tools/activate-skill.js'
export {
  type AgentTool,
  type CallOptions,
  type OfferableTool,
  offerTools,
  type ToolAnswer,
  type ToolDefinition,
} from './tools/agent-tool.js'
export type { ToolsOptions } from './tools/built-in-tool.js'
export { createTools } from './tools/create-tools.js'
export { createGetSkillTool, type GetSkillTool, type ToolCall } from './tools/get-skill.js'
export {
  createSkillTool,
  type NeovateSkill,
  type NeovateSkillManager,
  type NeovateSkillTool,
  type SkillInput,
} from './tools/neovate.js'
export type { PortableSchema, SchemaError, SchemaIssue } from './tools/portable-schema.js'
export {
  createReadSkillFileTool,
  type FilePage,
  type FolderPage,
  type ReadSkillFileInput,
  type ReadSkillFileResult,
  type ReadSkillFileTool,
} from './tools/read-skill-file.js'
export { createSkillsTool, type SkillsTool, type SkillsToolOptions } from './tools/skills.js'
export {
  createWaveSkillTool,
  explainSkill,
  type FunctionConfig,
  SkillTool,
  type SkillToolArgs,
  type ToolPlugin,
  type WaveSkillToolOptions,
} from './tools/wave.js'
export type { ZodCompatibleSchema } from './tools/zod-schema.js'
export type {
  BackgroundBashManager,
  ISkillManager,
  ToolContext,
  WaveSkillManager,
} from './workspace/tools/tool-context.js'
