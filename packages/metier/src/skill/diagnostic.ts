/** The closed set of problems that a skill, a root or a configuration file can have. */

/** How serious a diagnostic is. */
export type DiagnosticSeverity = 'error' | 'warning' | 'notice'

interface DiagnosticKind {
  readonly severity: DiagnosticSeverity
  /** The validation level it fails. Failing `safe` means never loaded; strict mode also refuses `conformant`. */
  readonly breaks?: 'safe' | 'conformant'
  readonly summary: string
}

export const DIAGNOSTICS = {
  // the main file
  file_unreadable: { severity: 'error', breaks: 'safe', summary: 'The main file cannot be read.' },
  file_not_regular: { severity: 'error', breaks: 'safe', summary: 'The main file is a directory, pipe or device.' },
  file_too_large: { severity: 'error', breaks: 'safe', summary: 'The main file is larger than 1 MiB.' },
  encoding_invalid: { severity: 'error', breaks: 'safe', summary: 'The main file is not UTF-8 text.' },
  link_leaves_skill: {
    severity: 'error',
    breaks: 'safe',
    summary: 'The main file is a link that points outside the skill.',
  },
  link_broken: { severity: 'warning', summary: 'A link is broken.' },
  main_file_spelling: { severity: 'warning', breaks: 'conformant', summary: 'The main file is not named SKILL.md.' },
  main_file_ambiguous: { severity: 'warning', summary: 'The skill has more than one main file.' },
  main_file_stray: {
    severity: 'warning',
    summary: 'A main file next to skill directories is not read as a skill.',
  },
  // the frontmatter
  frontmatter_missing: { severity: 'warning', breaks: 'conformant', summary: 'The frontmatter is missing.' },
  frontmatter_unclosed: { severity: 'warning', breaks: 'conformant', summary: 'The frontmatter is not closed.' },
  frontmatter_not_first: {
    severity: 'warning',
    breaks: 'conformant',
    summary: 'The frontmatter is preceded by blank lines.',
  },
  frontmatter_malformed: { severity: 'warning', breaks: 'conformant', summary: 'The frontmatter is not valid YAML.' },
  frontmatter_repaired: {
    severity: 'warning',
    breaks: 'conformant',
    summary: 'The frontmatter had to be repaired.',
  },
  frontmatter_not_mapping: { severity: 'warning', breaks: 'conformant', summary: 'The frontmatter is not a mapping.' },
  frontmatter_too_large: {
    severity: 'warning',
    breaks: 'conformant',
    summary: 'The frontmatter is larger than 64 KiB.',
  },
  key_duplicate: { severity: 'warning', breaks: 'conformant', summary: 'A mapping has a duplicate key.' },
  key_unsafe: { severity: 'warning', breaks: 'conformant', summary: 'A key would change an object’s prototype.' },
  yaml_feature_ignored: {
    severity: 'warning',
    breaks: 'conformant',
    summary: 'An unsupported YAML feature was ignored.',
  },
  byte_order_mark: { severity: 'notice', summary: 'The file starts with a byte order mark.' },
  // the fields of the specification
  name_missing: { severity: 'warning', breaks: 'conformant', summary: 'The name is missing.' },
  name_unsafe: { severity: 'warning', breaks: 'conformant', summary: 'The name is unsafe to use.' },
  name_mismatch: { severity: 'warning', breaks: 'conformant', summary: 'The name does not match the directory.' },
  name_characters: { severity: 'warning', breaks: 'conformant', summary: 'The name contains invalid characters.' },
  name_too_long: { severity: 'warning', breaks: 'conformant', summary: 'The name is longer than 64 characters.' },
  description_missing: { severity: 'warning', breaks: 'conformant', summary: 'The description is missing.' },
  description_unavailable: {
    severity: 'error',
    breaks: 'safe',
    summary: 'The file contains no text to use as a description.',
  },
  description_placeholder: { severity: 'warning', summary: 'The description is still the placeholder.' },
  description_too_long: {
    severity: 'warning',
    breaks: 'conformant',
    summary: 'The description is longer than 1024 characters.',
  },
  compatibility_too_long: {
    severity: 'warning',
    breaks: 'conformant',
    summary: '`compatibility` is longer than 500 characters.',
  },
  field_type: { severity: 'warning', breaks: 'conformant', summary: 'A field has the wrong type.' },
  field_unknown: {
    severity: 'warning',
    breaks: 'conformant',
    summary: 'A field is neither part of the specification nor known to any client.',
  },
  field_extension: { severity: 'notice', summary: 'A field is not part of the specification.' },
  allowed_tools_form: { severity: 'notice', summary: '`allowed-tools` is not a space-separated string.' },
  // metadata and requirements
  metadata_nested: { severity: 'notice', summary: '`metadata` contains values other than strings.' },
  metadata_malformed: { severity: 'warning', summary: '`metadata` contains invalid JSON.' },
  metadata_namespaces: { severity: 'notice', summary: '`metadata` has more than one runtime namespace.' },
  requires_unknown: { severity: 'warning', summary: 'A requirement has an unknown kind or a misspelled key.' },
  requires_malformed: { severity: 'warning', summary: 'A requirement could not be parsed.' },
  os_unknown: { severity: 'warning', summary: 'An operating system is unknown.' },
  install_malformed: { severity: 'warning', summary: 'An install entry cannot be used.' },
  install_unsafe: { severity: 'warning', summary: 'An install entry could turn into a different command.' },
  install_free_form: { severity: 'notice', summary: 'An install entry has a free-form command line.' },
  always_with_requirements: { severity: 'notice', summary: '`always` overrides the other requirements.' },
  // the body
  body_empty: { severity: 'warning', summary: 'The body has no instructions.' },
  body_placeholder: { severity: 'warning', summary: 'The body still has a placeholder.' },
  body_long: { severity: 'notice', summary: 'The file is longer than recommended.' },
  reference_leaves_skill: {
    severity: 'warning',
    breaks: 'conformant',
    summary: 'A relative link points outside the skill.',
  },
  reference_missing: { severity: 'warning', summary: 'A linked file does not exist.' },
  resource_unreadable: { severity: 'warning', summary: 'A file or directory in a skill cannot be read.' },
  // the tools
  tools_invalid: { severity: 'error', summary: 'tools.yaml is invalid, so the skill provides no tools.' },
  tool_script_missing: {
    severity: 'error',
    summary: 'A tool or server would run a file that the skill does not have.',
  },
  tool_script_unstartable: {
    severity: 'warning',
    summary: 'A tool or server starts a script that is not executable, or whose first line has a Windows line ending.',
  },
  tool_program_missing: {
    severity: 'warning',
    summary: 'A tool or server runs a program that is not on PATH on this machine.',
  },
  tool_outside_skill: { severity: 'error', summary: 'A tool or server would run something outside the skill.' },
  // roots and the walk
  root_missing: { severity: 'warning', summary: 'A configured root does not exist.' },
  root_unreadable: { severity: 'error', summary: 'A root cannot be read.' },
  directory_unreadable: { severity: 'warning', summary: 'A directory cannot be read.' },
  directory_link_refused: {
    severity: 'warning',
    summary: 'A directory link points outside a root owned by another user.',
  },
  link_leaves_project: { severity: 'warning', summary: 'A link in a project points outside the project.' },
  file_system_refused: { severity: 'warning', summary: 'A directory is on a kernel or device file system.' },
  link_cycle: { severity: 'notice', summary: 'A link points back to one of its parent directories.' },
  walk_too_deep: { severity: 'warning', summary: 'Directories below the depth limit were skipped.' },
  walk_too_large: { severity: 'warning', summary: 'A root has more entries than the limit.' },
  skill_nested: { severity: 'notice', summary: 'A skill inside another skill is not loaded.' },
  skill_shadowed: { severity: 'notice', summary: 'A skill with higher precedence has the same name.' },
  provider_failed: { severity: 'error', summary: 'A skill provider failed.' },
  provider_empty: { severity: 'notice', summary: 'A skill provider has no skills.' },
  provided_skill_refused: { severity: 'warning', summary: 'A skill of a provider was refused.' },
  // the persistent index
  index_damaged: { severity: 'notice', summary: 'The index was damaged; all skills were read again.' },
  index_unwritable: { severity: 'notice', summary: 'The index cannot be written.' },
  // configuration
  config_unreadable: { severity: 'error', summary: 'A configuration file cannot be read.' },
  config_malformed: { severity: 'error', summary: 'A configuration file is not valid JSON.' },
  config_invalid: { severity: 'error', summary: 'A setting has an invalid value.' },
  config_unknown_key: { severity: 'warning', summary: 'A setting is unknown.' },
  config_widening_ignored: { severity: 'warning', summary: 'A project configuration cannot widen what you trust.' },
} as const satisfies Record<string, DiagnosticKind>

/** The code of a diagnostic, such as `name_mismatch`. */
export type DiagnosticCode = keyof typeof DIAGNOSTICS

/** A problem with a skill, a root or a configuration file: what, where, and how to fix it. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: DiagnosticSeverity
  readonly message: string
  readonly suggestion?: string
  /** The file or directory it is about. */
  readonly file?: string
  /** 1-based. */
  readonly line: number
  /** 1-based, in UTF-16 code units. */
  readonly column: number
}

/** The level a diagnostic breaks, if any. */
export function levelBroken(code: DiagnosticCode): 'safe' | 'conformant' | undefined {
  const kind: DiagnosticKind = DIAGNOSTICS[code]
  return kind.breaks
}
