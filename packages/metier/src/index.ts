/** The public API of Metier. */

export type { Finding, Verdict } from './gate/finding.js'
export type { Answer, ListAnswer, ListOptions, ReloadAnswer, SkillChange } from './manager/answers.js'
export type { ApproveOptions } from './manager/approve-skill.js'
export type { OutdatedAnswer, VerifyAnswer } from './manager/compare-installed.js'
export type { Configuration } from './manager/configuration.js'
export type { InstallSeveralOptions } from './manager/install-several.js'
export type { SkillManagerOptions } from './manager/options.js'
export { parseSkill } from './manager/parse-skill.js'
export { type ParseSkillFileOptions, parseSkillFile, readSkillFile } from './manager/parse-skill-file.js'
export type { SearchAnswer, SearchOptions } from './manager/search-skills.js'
export { SkillManager } from './manager/skill-manager.js'
export type { OperationOptions } from './manager/store-context.js'
export type {
  DecisionOptions,
  FrozenOptions,
  InstallOptions,
  RollbackOptions,
  UpdateOptions,
} from './manager/store-operations.js'
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
export type { Diagnostic, DiagnosticCode, Severity } from './skill/diagnostic.js'
export type { Failure, FailureCode, Result } from './skill/failure.js'
export type { Document, ParseOptions } from './skill/parse.js'
export type { Progress } from './sources/source.js'
export type { ApprovalRequest, Approve } from './store/approval-request.js'
export type { ApprovalStatus } from './store/review.js'
export type { FileChange } from './store/tree-changes.js'
export type { EnvironmentOverrides } from './system/environment.js'
export type { ToolContext, ToolPlugin, ToolResult } from './tools/wave.js'
export type { SkillToolState, Tool, ToolRegistration } from './workspace/tool.js'
