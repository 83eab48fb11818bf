/** The Wave contract: skills with their texts, the result of discovery, and the results of the `Skill` tool. */

import { lazily } from '../registry/lazily.js'
import { directoryOf, hasTrait, type SkillRecord } from '../registry/record/skill-record.js'
import { diagnosticsOf, type Snapshot } from '../registry/snapshot.js'
import { type Diagnostic, type DiagnosticCode, levelBroken } from '../skill/diagnostic.js'
import type { Document } from '../skill/parse.js'
import { shorten } from '../skill/text/shorten.js'
import { frontmatterForHosts } from './host-frontmatter.js'
import { listSkills, type SkillListEntry, toLine } from './skill-list.js'
import { metadataOf, type SkillMetadata, toType } from './skill-metadata.js'
import { type Available, composeError, type SkillErrorDetails } from './wave-error.js'

/** The typed fields of a frontmatter. */
export type SkillFrontmatter = Readonly<Record<string, unknown>> & {
  readonly name: string
  readonly description: string
}

/** A skill with its text. */
export interface Skill extends SkillMetadata {
  /** The whole SKILL.md. */
  readonly content: string
  /** The Markdown after the frontmatter. */
  readonly body: string
  readonly frontmatter: SkillFrontmatter
  /** Whether it conforms to the Agent Skills specification, whatever the mode. */
  readonly isValid: boolean
  readonly errors: readonly string[]
}

/** Why a skill does not conform, or why a directory was not searched. */
export interface SkillError {
  readonly skillPath: string
  readonly message: string
}

/** The skills of both scopes as they are on disk, and what is wrong with some. A copy that the host may change. */
export interface SkillDiscoveryResult {
  readonly personalSkills: Map<string, SkillMetadata>
  readonly projectSkills: Map<string, SkillMetadata>
  readonly errors: SkillError[]
}

/** One SKILL.md, parsed. */
export interface ParsedSkillFile {
  readonly frontmatter: SkillFrontmatter
  /** The Markdown after the frontmatter. */
  readonly content: string
  readonly skillMetadata: SkillMetadata
  readonly validationErrors: string[]
  readonly isValid: boolean
}

/** What the `Skill` tool returns. */
export interface ToolResult {
  readonly success: boolean
  readonly content: string
  readonly error?: string
  readonly shortResult?: string
}

/** A skill whose text was read. */
export interface LoadedSkill {
  readonly record: SkillRecord
  readonly content: string
  readonly parse: () => Document
}

/** Renders a skill. Its text is parsed when one of its parts is read. */
export function renderSkill({ record, content, parse }: LoadedSkill): Skill {
  let parsed: Document | undefined
  const document = () => {
    parsed ??= parse()
    return parsed
  }
  const metadata = metadataOf(record)
  return lazily<Skill>({
    name: () => metadata.name,
    description: () => metadata.description,
    type: () => metadata.type,
    skillPath: () => metadata.skillPath,
    path: () => metadata.path,
    allowedTools: () => metadata.allowedTools,
    context: () => metadata.context,
    agent: () => metadata.agent,
    model: () => metadata.model,
    disableModelInvocation: () => metadata.disableModelInvocation,
    userInvocable: () => metadata.userInvocable,
    content: () => content,
    body: () => document().body,
    frontmatter: () => frontmatterForHosts(document()),
    isValid: () => document().isConformant,
    errors: () =>
      document()
        .diagnostics.filter(isBroken)
        .map(({ message }) => message),
  })
}

/** Renders the skills of both scopes, why some do not conform, and which directories were not searched. */
export function renderDiscovery({ scans, skills, shadowed, refused }: Snapshot): SkillDiscoveryResult {
  const records = [...skills, ...shadowed.map(({ record }) => record), ...refused]
  const found = { personal: new Map<string, SkillMetadata>(), project: new Map<string, SkillMetadata>() }
  for (const record of records.filter((candidate) => hasTrait(candidate, 'loadable'))) {
    const scope = found[toType(record.root.scope)]
    if (!scope.has(record.name)) scope.set(record.name, metadataOf(record))
  }
  const unsearched = scans.flatMap(({ root, diagnostics }) =>
    diagnostics
      .filter(({ code }) => HIDING.has(code))
      .map(({ file = root.path, message }) => ({ skillPath: file, message })),
  )
  const errors = [...unsearched, ...records.flatMap(errorsOf)]
  return { personalSkills: found.personal, projectSkills: found.project, errors }
}

/** The problems of directories that may keep a skill from being found. */
const HIDING: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'root_missing',
  'root_unreadable',
  'directory_unreadable',
  'directory_link_refused',
  'link_broken',
  'link_leaves_project',
  'file_system_refused',
  'walk_too_deep',
  'walk_too_large',
  'provider_failed',
  'provided_skill_refused',
  'name_unsafe',
  'description_unavailable',
])

function errorsOf(record: SkillRecord): readonly SkillError[] {
  if (hasTrait(record, 'conformant')) return []
  // Whatever is reported about a skill that cannot be loaded is the reason.
  return diagnosticsOf(record)
    .filter((diagnostic) => isBroken(diagnostic) || !hasTrait(record, 'loadable'))
    .map(({ message }) => ({ skillPath: directoryOf(record), message }))
}

function isBroken({ code }: Diagnostic): boolean {
  return levelBroken(code) !== undefined
}

/** Renders the tool's description, with as many skills as fit in the budget of tokens. */
export function renderToolDescription(skills: readonly SkillListEntry[], budget: number): string {
  const { lines } = listSkills(skills, budget)
  return `Invoke skills based on available skill metadata. Skills: ${lines.length === 0 ? 'none' : `\n${lines.join('\n')}`}`
}

/** The number of characters of a short description. */
const BRIEF = 120

/** The fields of a skill that the contract's text shows. */
export type InvocableSkill = Omit<SkillMetadata, 'path'> & Pick<Skill, 'content'>

/** Renders an invoked skill. */
export function renderInvocation(skill: InvocableSkill): ToolResult {
  const { name, description, type, skillPath, content } = skill
  return {
    success: true,
    content: `Skill: ${name} (Type: ${type})\nPath: ${skillPath}\n\n${content}`,
    shortResult: `${name}: ${shorten(toLine(description), BRIEF)}`,
  }
}

/** Renders why a skill was not invoked. */
export function renderRefusal(details: SkillErrorDetails, available: Available): ToolResult {
  return { success: false, content: '', error: composeError(details, available) }
}
