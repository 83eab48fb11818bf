/** `metier/workspace`: tools that exist only while their skill is active. */

export { startServer } from './mcp/host/start-server.js'
export type { JsonSchema } from './skill/json-schema.js'
export { createWorkspaceTools, type Delivery, type WorkspaceToolsOptions } from './tools/workspace-tools.js'
export type { HookContext } from './workspace/activation/activation.js'
export type { ActiveServer, ActiveServers } from './workspace/activation/active-servers.js'
export type { ContentChange } from './workspace/activation/follow-servers.js'
export type {
  RunningServer,
  ServerChange,
  ServerFeature,
  ServerMethod,
  ServerQuery,
  ServerReply,
  ServerRequest,
  ServerSignIn,
  ServerTool,
  StartServer,
} from './workspace/activation/server.js'
export type { SwitchFailure, SwitchResult, SwitchSuccess } from './workspace/activation/switch-result.js'
export type { CallerOptions } from './workspace/activation/switch-skills.js'
export { defineSkill, type SkillDefinition } from './workspace/define-skill.js'
export type { ListedSkill } from './workspace/list-skills.js'
export type { Durations, MetricsEvent, MetricsReport, SkillFigures, UsageFigures } from './workspace/metrics/metrics.js'
export {
  createMetricsFile,
  type MetricsFile,
  metricsPath,
  type ReadMetrics,
  readMetricsFile,
} from './workspace/metrics/metrics-file.js'
export { describePermission } from './workspace/permission/describe-question.js'
export type { AskPermission, PermissionRequest } from './workspace/permission/permission.js'
export type { Policy, PolicyDecision, PolicyMatch } from './workspace/permission/policy.js'
export type { BoxOptions, Section } from './workspace/render/box.js'
export type { RenderOptions } from './workspace/render/render-workspace.js'
export { renderToolSection } from './workspace/render/sections.js'
export type { ActiveSkill, ActiveSkillMethods, WorkspaceSkillManager } from './workspace/skill-manager-view.js'
export type { PotentialTool } from './workspace/skill-tools/potential-tools.js'
export type { CallFailure, CallFailureCode, CallResult } from './workspace/tools/call-tool.js'
export type { PotentialTools } from './workspace/tools/known-tools.js'
export {
  ServerAnswer,
  type ServerContent,
  type ServerError,
  type ServerResult,
} from './workspace/tools/server-answer.js'
export {
  type Category,
  defineTool,
  type SkillToolState,
  type Tool,
  type ToolInput,
  type ToolRegistration,
  ToolSource,
} from './workspace/tools/tool.js'
export type {
  ClientPermission,
  ClientQuestion,
  ClientReplies,
  ClientReply,
  ToolClient,
  ToolClientCapabilities,
  ToolLogMessage,
  ToolProgress,
} from './workspace/tools/tool-client.js'
export { ToolComponent } from './workspace/tools/tool-component.js'
export type { ToolCallContext, ToolContext, WaveSkillManager } from './workspace/tools/tool-context.js'
export type { FromJsonSchema, StandardSchema, ToolParams } from './workspace/tools/tool-params.js'
export { VirtualWorkspace } from './workspace/virtual-workspace.js'
export type { VirtualWorkspaceOptions } from './workspace/workspace-options.js'
export type { ImportResult, StateProblem, WorkspaceState } from './workspace/workspace-state.js'
