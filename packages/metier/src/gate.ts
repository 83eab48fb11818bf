/** `metier/gate`: what a registry server needs of the gate. `metier-hub` is built on it. */

export type { BundleFile } from './gate/bundle.js'
export type { Finding, Severity, Verdict } from './gate/finding.js'
export { RULE_SET } from './gate/rule-set.js'
export { COUNTERSIGNATURE_FILE, SIGNATURE_FILE } from './gate/signature/read-bundle.js'
export type { SignedFile } from './gate/signature/statement.js'
export {
  type ExaminedBundle,
  type ExamineSkillOptions,
  examineSkill,
  type PublishableFile,
} from './publish/registry/examine-skill.js'
export {
  type ReadSkillFoldersOptions,
  readSkillFolders,
  type SkillFolder,
} from './publish/registry/read-skill-folders.js'
export {
  countersignSkill,
  createSigningKeyPair,
  readSigningKeyPair,
  type SigningKeyPair,
  signSkill,
} from './publish/registry/sign-skill.js'
export { assembleZip, type PackedContent, type PackedFile, packContent } from './publish/site/build-zip.js'
export {
  type DocumentTerm,
  listSearchTerms,
  type QueryTerm,
  readSearchQuery,
  type TermMeaning,
} from './registry/search/lexical-terms.js'
export type { Field, SearchDocument } from './registry/search/search-text.js'
export type { Diagnostic, DiagnosticCode, DiagnosticSeverity } from './skill/diagnostic.js'
export type { Failure, FailureCode, Result } from './skill/failure.js'
export {
  acquireLock,
  type LockAttempt,
  type LockHolder,
  type LockOptions,
  SILENCE_MILLISECONDS,
} from './system/lock/advisory-lock.js'
