/** The conformant level: checks fields against the Agent Skills specification. */

import type { DiagnosticCode } from './diagnostic.js'
import { LIMITS } from './limits.js'
import { isConformantName, suggestConformantName } from './name.js'
import { isPlaceholderDescription, PLACEHOLDER_ADVICE } from './placeholder.js'
import { nearestWords } from './text/nearest-words.js'

/** Receives one issue; `at` is a JSON pointer into the frontmatter or an offset into the text. */
export type Report = (code: DiagnosticCode, at: string | number, message: string, suggestion?: string) => void

const SPECIFIED = new Set(['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'])

/** Fields outside the specification that clients read or published skills use; any other is probably a typo. */
const KNOWN = new Set([
  'agent', 'aliases', 'allowed_tools', 'allowedTools', 'always', 'api_base', 'argument-hint', 'arguments',
  'attribution', 'author', 'author-url', 'authors', 'auto_invoke', 'background', 'bins', 'categories', 'category',
  'channels', 'clawdis', 'color', 'command', 'command-arg-mode', 'command-dispatch', 'command-tool', 'config',
  'context', 'created', 'credits', 'dependencies', 'description_en', 'disable-model-invocation',
  'disableModelInvocation', 'display-name', 'displayName', 'display_name', 'effort', 'emoji', 'env', 'examples',
  'formats', 'gating', 'homepage', 'hooks', 'icon', 'id', 'install', 'invocable', 'keywords', 'library', 'links',
  'logo', 'logoDark', 'mcpServers', 'memory', 'model', 'models', 'module', 'npm', 'openclaw', 'os', 'output-format',
  'outputs', 'package', 'paths', 'permissionMode', 'permissions', 'personas', 'platforms', 'primaryEnv', 'priority',
  'privacy', 'provides', 'read_when', 'repo', 'repository', 'requirements', 'requires', 'role', 'runtime', 'scope',
  'shell', 'skills', 'slug', 'source', 'subcategory', 'summary', 'tags', 'title', 'tools', 'trigger', 'triggers',
  'type', 'user-invocable', 'userInvocable', 'version', 'when', 'when_to_use',
]) // biome-ignore format: a list reads better packed

/** Reports a name that is not conformant. */
export function reviewName(name: string, directory: string | undefined, report: Report): void {
  const isOther = directory !== undefined && name !== directory && !isSameText(name, directory)
  // One advice for both: what is said about the folder includes the characters.
  const suggestion = isOther ? undefined : suggestCharacters(name, directory)
  if (!isConformantName(name)) reviewCharacters(name, suggestion, report)
  if (isOther) {
    report(
      'name_mismatch',
      '/name',
      `The name '${name}' differs from its folder '${directory}'`,
      suggestOneName(name, directory),
    )
  }
}

/** Suggests only names that pass every rule, so that following a suggestion does not cause the next report. */
function suggestOneName(name: string, directory: string): string | undefined {
  const fixed = suggestConformantName(name)
  if (!isConformantName(name) && isConformantName(directory)) return `Set name: ${directory}`
  if (!isConformantName(name)) return fixed && `Rename the folder to '${fixed}', and write name: ${fixed}`
  return `Rename the folder to '${name}'${isConformantName(directory) ? `, or write name: ${directory}` : ''}`
}

/** Non-ASCII text can be encoded in several ways, and file systems differ. */
function isSameText(a: string, b: string): boolean {
  return /[^ -~]/.test(a + b) && a.normalize('NFKC') === b.normalize('NFKC')
}

function suggestCharacters(name: string, directory: string | undefined): string | undefined {
  // The directory name is the only one that breaks no other rule.
  const better = directory !== undefined && isConformantName(directory) ? directory : suggestConformantName(name)
  return better === undefined || better === name ? undefined : `Set name: ${better}`
}

function reviewCharacters(name: string, suggestion: string | undefined, report: Report): void {
  if ([...name].length > LIMITS.nameLength) {
    const message = `The name has ${[...name].length} characters, more than ${LIMITS.nameLength}`
    report('name_too_long', '/name', message, suggestion)
    if (isConformantName(name.slice(0, LIMITS.nameLength).replace(/-$/, 'x'))) return
  }
  const message = `The name '${name}' contains characters other than lowercase letters, digits and single hyphens`
  report('name_characters', '/name', message, suggestion)
}

/** Reports a description that is not conformant. */
export function reviewDescription(description: string, report: Report): void {
  if (description.length <= LIMITS.descriptionLength) return
  const length = [...description].length
  if (length <= LIMITS.descriptionLength) return
  report(
    'description_too_long',
    '/description',
    `The description has ${length} characters, more than ${LIMITS.descriptionLength}`,
    'Describe what the skill does and when to use it; move the rest to the body',
  )
}

/** Checks the other fields against the specification. */
export function reviewFields(frontmatter: Readonly<Record<string, unknown>>, report: Report): void {
  for (const key of Object.keys(frontmatter)) {
    if (SPECIFIED.has(key)) continue
    const message = `'${key}' is not a field in the specification`
    if (KNOWN.has(key)) report('field_extension', `/${key}`, message, OTHER_SPELLINGS.get(key) ?? adviseOnMetadata(key))
    else report('field_unknown', `/${key}`, message, suggestField(key, frontmatter))
  }
  if (isPlaceholderDescription(frontmatter.description)) {
    const message = 'The description is still a placeholder'
    report('description_placeholder', '/description', message, PLACEHOLDER_ADVICE.skill)
  }
  reviewText(frontmatter, 'license', report)
  reviewText(frontmatter, 'compatibility', report)
  const { compatibility, metadata } = frontmatter
  if (typeof compatibility === 'string' && [...compatibility].length > LIMITS.compatibilityLength) {
    const message = `'compatibility' is longer than ${LIMITS.compatibilityLength} characters`
    report('compatibility_too_long', '/compatibility', message)
  }
  reviewMetadata(metadata, report)
  const tools = frontmatter['allowed-tools']
  if (tools !== undefined && typeof tools !== 'string') {
    const message = "'allowed-tools' is not a space-separated string"
    report('allowed_tools_form', '/allowed-tools', message, `Write allowed-tools: ${asToolList(tools)}`)
  }
}

/** The author's own tools, if they are names. */
function asToolList(tools: unknown): string {
  const isList = Array.isArray(tools) && tools.length > 0 && tools.every((tool) => typeof tool === 'string')
  return isList ? tools.join(' ') : 'Read Bash(git:*)'
}

/** Spellings of a specified field that some clients read; others ignore them. */
const OTHER_SPELLINGS: ReadonlyMap<string, string> = new Map(
  ['allowed_tools', 'allowedTools'].map((key) => [key, "Did you mean 'allowed-tools'?"]),
)

/** Fields that Metier reads at the top and below metadata alike. */
const DESCRIPTIVE = new Set(['author', 'emoji', 'homepage', 'tags', 'version'])

function adviseOnMetadata(key: string): string | undefined {
  return DESCRIPTIVE.has(key)
    ? `Metier reads it here; other clients expect it in metadata, as metadata.${key}`
    : undefined
}

function suggestField(key: string, frontmatter: Readonly<Record<string, unknown>>): string {
  const missing = [...SPECIFIED].filter((field) => frontmatter[field] === undefined)
  // Many fields are known, so only a slip counts.
  const known = [...KNOWN].filter(
    (field) => frontmatter[field] === undefined && Math.abs(field.length - key.length) < 2,
  )
  const [near] = [...nearestWords(missing, key), ...nearestWords(known, key)]
  return near === undefined
    ? 'Clients ignore unknown fields; put custom fields under metadata'
    : `Did you mean '${near}'?`
}

/** The unknown field that was probably meant as `field`; undefined if there is none. */
export function findMistyped(frontmatter: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const unknown = Object.keys(frontmatter).filter((key) => !SPECIFIED.has(key) && !KNOWN.has(key))
  return unknown.find((key) => nearestWords([field], key).length > 0)
}

function reviewText(frontmatter: Readonly<Record<string, unknown>>, key: string, report: Report): void {
  const value = frontmatter[key]
  if (value === undefined || typeof value === 'string') return
  report('field_type', `/${key}`, `'${key}' must be text`, `Quote the value of ${key}`)
}

function reviewMetadata(metadata: unknown, report: Report): void {
  if (metadata === undefined || metadata === null || typeof metadata === 'string') return
  if (typeof metadata !== 'object' || Array.isArray(metadata)) {
    report('field_type', '/metadata', "'metadata' must be a mapping")
  } else if (Object.values(metadata).some((value) => typeof value === 'object' && value !== null)) {
    const message = "'metadata' contains values other than strings, which some clients reject"
    report(
      'metadata_nested',
      '/metadata',
      message,
      'Keep requirements such as metadata.openclaw; write other values as text',
    )
  }
}
