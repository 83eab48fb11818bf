/** `metier`: the skill manager, and the types that every entry shares. */

export type { AuditError, AuditResult, SkillAudit } from './contracts/audit.js'
export type {
  ApprovalError,
  ApproveResult,
  DecisionError,
  EntryDescription,
  ReviewResult,
  RevokeResult,
  SkillApproval,
  SkillSwitchResult,
  TrustError,
  TrustResult,
} from './contracts/decisions.js'
export type {
  CopiedSkill,
  OverlapCopy,
  OverlapOptions,
  OverlapPair,
  OverlapReport,
  OverlapResult,
  OverlapSentence,
  OverlapSkill,
  OverlapVerdict,
} from './contracts/overlap.js'
export type { SkillMetadata } from './contracts/skill-metadata.js'
export type {
  CheckResult,
  InfoResult,
  ListOptions,
  ListResult,
  ReloadResult,
  SearchResult,
  SkillChange,
  SkillCheck,
  SkillInfo,
  SkillListItem,
  SkillNotFound,
  SkillSearchItem,
  SkillStatus,
  UnderstoodSearch,
} from './contracts/skills.js'
export type { SkillLinks } from './contracts/store-outcomes.js'
export type {
  FrozenResult,
  InstallResult,
  InstallSeveralResult,
  LinkResult,
  LockedResult,
  OutdatedResult,
  PinResult,
  RemoveResult,
  RollbackResult,
  UpdateAllResult,
  UpdateResult,
  VerifyResult,
} from './contracts/store-results.js'
export type {
  ParsedSkillFile,
  Skill,
  SkillDiscoveryResult,
  SkillError,
  SkillFrontmatter,
  ToolResult,
} from './contracts/wave.js'
export type { SkillErrorDetails, SkillErrorType } from './contracts/wave-error.js'
export type { Finding, Severity, Verdict } from './gate/finding.js'
export type { LearnedStanding, Revocation, SkillStanding, Standing } from './gate/standing/standing.js'
export { parseSkill } from './manager/content/parse-skill.js'
export { type ParseSkillFileOptions, parseSkillFile, readSkillFile } from './manager/content/parse-skill-file.js'
export type { SkillManagerOptions } from './manager/options.js'
export type { Configuration } from './manager/settings/configuration.js'
export { SkillManager } from './manager/skill-manager.js'
export type { ApproveOptions } from './manager/store-operations/approve-skill.js'
export type { OperationOptions } from './manager/store-operations/store-context.js'
export type {
  DecisionOptions,
  FrozenOptions,
  InstallOptions,
  InstallSeveralOptions,
  LinkOptions,
  PinOptions,
  RollbackOptions,
  UnlinkOptions,
  UpdateOptions,
  VerifyOptions,
} from './manager/store-operations/store-options.js'
export type { WatchChange } from './manager/watch-change.js'
export type { Catalogue } from './registry/catalogue.js'
export type { ProvidedListing, ProvidedSkill, RefusedSkill, SkillProvider } from './registry/provider.js'
export type { RegisteredSkill, ShadowedSkill } from './registry/registered-skill.js'
export type { RegistryView } from './registry/registry-view.js'
export type { SearchOptions } from './registry/search/search-skills.js'
export type { SkillFilter } from './registry/situation.js'
export type { Diagnostic, DiagnosticCode, DiagnosticSeverity } from './skill/diagnostic.js'
export type { Failure, FailureCode, Result } from './skill/failure.js'
export type { Document, ParseOptions } from './skill/parse.js'
export type { Progress } from './sources/source.js'
export type { ApprovalRequest, Approve } from './store/approvals/approval-request.js'
export type { ApprovalStatus } from './store/approvals/review.js'
export type { EntryState, Occupant } from './store/links/inspect-entry.js'
export type { UnneededLink } from './store/links/plan-links.js'
export type { BlockingEntry } from './store/links/replaceable-entries.js'
export type { LinkOutcome } from './store/links/settle-links.js'
export type { FileChange } from './store/versions/tree-changes.js'
export type { EnvironmentOverrides } from './system/environment.js'
export type { ToolPlugin } from './tools/wave.js'
export type { SkillToolState, Tool, ToolRegistration } from './workspace/tools/tool.js'
export type {
  BackgroundBashManager,
  ISkillManager,
  ToolCallContext,
  ToolContext,
} from './workspace/tools/tool-context.js'
