/** `metier`: the skill manager, and the types that every entry shares. */

export type { Finding, Severity, Verdict } from './gate/finding.js'
export type { Answer, ListAnswer, ListOptions, ReloadAnswer, SkillChange } from './manager/answers.js'
export { parseSkill } from './manager/content/parse-skill.js'
export { type ParseSkillFileOptions, parseSkillFile, readSkillFile } from './manager/content/parse-skill-file.js'
export type { SkillManagerOptions } from './manager/options.js'
export type { SearchAnswer, SearchOptions } from './manager/search-skills.js'
export type { Configuration } from './manager/settings/configuration.js'
export { SkillManager } from './manager/skill-manager.js'
export type { ApproveOptions } from './manager/store-operations/approve-skill.js'
export type { OutdatedAnswer, VerifyAnswer } from './manager/store-operations/compare-installed.js'
export type { InstallSeveralOptions } from './manager/store-operations/install-several.js'
export type { OperationOptions } from './manager/store-operations/store-context.js'
export type {
  DecisionOptions,
  FrozenOptions,
  InstallOptions,
  RollbackOptions,
  UpdateOptions,
} from './manager/store-operations/store-operations.js'
export type {
  ParsedSkillFile,
  Skill,
  SkillDiscoveryResult,
  SkillError,
  SkillErrorDetails,
  SkillErrorType,
  SkillFrontmatter,
  SkillMetadata,
} from './manager/types.js'
export type { RegisteredSkill, RegistryView } from './manager/view.js'
export type { WatchChange } from './manager/watch-change.js'
export type { Catalogue } from './registry/catalogue.js'
export type { ProvidedSkill, SkillProvider } from './registry/provider.js'
export type { Diagnostic, DiagnosticCode, DiagnosticSeverity } from './skill/diagnostic.js'
export type { Failure, FailureCode, Result } from './skill/failure.js'
export type { Document, ParseOptions } from './skill/parse.js'
export type { Progress } from './sources/source.js'
export type { ApprovalRequest, Approve } from './store/approvals/approval-request.js'
export type { ApprovalStatus } from './store/approvals/review.js'
export type { FileChange } from './store/versions/tree-changes.js'
export type { EnvironmentOverrides } from './system/environment.js'
export type { ToolPlugin, ToolResult } from './tools/wave.js'
export type { SkillToolState, Tool, ToolRegistration } from './workspace/tools/tool.js'
export type { ToolCallContext, ToolContext } from './workspace/tools/tool-context.js'
