/** Tools that exist only while their skill is active: `metier/workspace`. */

export { startServer } from './mcp/start-server.js'
export { createWorkspaceTools, type Delivery, type WorkspaceToolsOptions } from './tools/workspace-tools.js'
export type { HookContext } from './workspace/activation.js'
export type { BoxOptions, Section } from './workspace/box.js'
export type { CallFailure, CallFailureCode, CallResult } from './workspace/call-tool.js'
export { defineSkill, type SkillDefinition } from './workspace/define-skill.js'
export type { PotentialTools } from './workspace/known-tools.js'
export type { ListedSkill } from './workspace/list-skills.js'
export type { Durations, MetricsEvent, MetricsReport, SkillFigures, UsageFigures } from './workspace/metrics.js'
export {
  createMetricsFile,
  type MetricsFile,
  metricsPath,
  type ReadMetrics,
  readMetricsFile,
} from './workspace/metrics-file.js'
export type { AskPermission, PermissionRequest } from './workspace/permission.js'
export type { Decision, Policy, PolicyMatch } from './workspace/policy.js'
export type { PotentialTool } from './workspace/potential-tools.js'
export type { RenderOptions } from './workspace/render-workspace.js'
export { renderToolSection } from './workspace/sections.js'
export type { RunningServer, ServerRequest, ServerTool, StartServer } from './workspace/server.js'
export type { ActiveSkill, ActiveSkillMethods, WorkspaceSkillManager } from './workspace/skill-manager-view.js'
export type { SwitchResult } from './workspace/switch-result.js'
export {
  type Category,
  defineTool,
  type JsonSchema,
  type SkillToolState,
  type StandardSchema,
  type Tool,
  type ToolContext,
  type ToolRegistration,
  ToolSource,
} from './workspace/tool.js'
export { ToolComponent } from './workspace/tool-component.js'
export { VirtualWorkspace } from './workspace/virtual-workspace.js'
export type { VirtualWorkspaceOptions } from './workspace/workspace-options.js'
export type { ImportResult, StateProblem, WorkspaceState } from './workspace/workspace-state.js'
