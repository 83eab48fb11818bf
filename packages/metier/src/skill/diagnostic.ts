/** The closed set of things that can be odd about a skill, a root or a configuration file. */

export type DiagnosticSeverity = 'error' | 'warning' | 'notice'

interface DiagnosticKind {
  readonly severity: DiagnosticSeverity
  /** The validation level that the skill fails: `safe` is never loaded, `conformant` is refused by strict mode only. */
  readonly breaks?: 'safe' | 'conformant'
  readonly summary: string
}

export const DIAGNOSTICS = {
  // the main file
  file_unreadable: { severity: 'error', breaks: 'safe', summary: 'The main file cannot be read.' },
  file_not_regular: { severity: 'error', breaks: 'safe', summary: 'The main file is a folder, pipe or device.' },
  file_too_large: { severity: 'error', breaks: 'safe', summary: 'The main file is larger than 1 MiB.' },
  encoding_invalid: { severity: 'error', breaks: 'safe', summary: 'The main file is not UTF-8 text.' },
  link_leaves_skill: { severity: 'error', breaks: 'safe', summary: 'The main file is a link out of the skill.' },
  link_broken: { severity: 'warning', summary: 'A link leads nowhere.' },
  main_file_spelling: { severity: 'warning', breaks: 'conformant', summary: 'The main file is not spelled SKILL.md.' },
  main_file_ambiguous: { severity: 'warning', summary: 'A skill has several main files.' },
  // the frontmatter
  frontmatter_missing: { severity: 'warning', breaks: 'conformant', summary: 'There is no frontmatter.' },
  frontmatter_unclosed: { severity: 'warning', breaks: 'conformant', summary: 'The frontmatter is never closed.' },
  frontmatter_not_first: { severity: 'warning', breaks: 'conformant', summary: 'Blank lines precede the frontmatter.' },
  frontmatter_malformed: { severity: 'warning', breaks: 'conformant', summary: 'The frontmatter is not valid YAML.' },
  frontmatter_repaired: {
    severity: 'warning',
    breaks: 'conformant',
    summary: 'The frontmatter was read after a repair.',
  },
  frontmatter_not_mapping: { severity: 'warning', breaks: 'conformant', summary: 'The frontmatter is not a mapping.' },
  frontmatter_too_large: {
    severity: 'warning',
    breaks: 'conformant',
    summary: 'The frontmatter is larger than 64 KiB.',
  },
  key_duplicate: { severity: 'warning', breaks: 'conformant', summary: 'A key stands twice in one mapping.' },
  key_unsafe: { severity: 'warning', breaks: 'conformant', summary: 'A key would change an object’s prototype.' },
  yaml_feature_ignored: { severity: 'warning', breaks: 'conformant', summary: 'A YAML feature is switched off here.' },
  byte_order_mark: { severity: 'notice', summary: 'The file starts with a byte order mark.' },
  // the fields of the specification
  name_missing: { severity: 'warning', breaks: 'conformant', summary: 'There is no name.' },
  name_unsafe: { severity: 'warning', breaks: 'conformant', summary: 'The name cannot be used safely.' },
  name_mismatch: { severity: 'warning', breaks: 'conformant', summary: 'The name differs from its folder.' },
  name_characters: { severity: 'warning', breaks: 'conformant', summary: 'The name has characters it may not have.' },
  name_too_long: { severity: 'warning', breaks: 'conformant', summary: 'The name is longer than 64 characters.' },
  description_missing: { severity: 'warning', breaks: 'conformant', summary: 'There is no description.' },
  description_unavailable: { severity: 'error', breaks: 'safe', summary: 'Nothing in the file could describe it.' },
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
  field_unknown: { severity: 'notice', summary: 'A field is not in the specification.' },
  allowed_tools_form: { severity: 'notice', summary: '`allowed-tools` is not a space-separated string.' },
  // metadata and requirements
  metadata_nested: { severity: 'notice', summary: '`metadata` holds more than strings.' },
  metadata_malformed: { severity: 'warning', summary: '`metadata` holds JSON that cannot be read.' },
  metadata_namespaces: { severity: 'notice', summary: '`metadata` has several runtime namespaces.' },
  requires_unknown: { severity: 'warning', summary: 'A requirement of unknown kind.' },
  requires_malformed: { severity: 'warning', summary: 'A requirement that cannot be read.' },
  os_unknown: { severity: 'warning', summary: 'An operating system of unknown name.' },
  install_malformed: { severity: 'warning', summary: 'An install entry that cannot be used.' },
  install_unsafe: { severity: 'warning', summary: 'An install entry that could become another command.' },
  install_free_form: { severity: 'notice', summary: 'An install entry with a command line of its own.' },
  always_with_requirements: { severity: 'notice', summary: '`always` switches off the requirements beside it.' },
  // the body
  body_empty: { severity: 'warning', summary: 'There are no instructions.' },
  body_long: { severity: 'notice', summary: 'The file has more lines than recommended.' },
  reference_leaves_skill: { severity: 'warning', breaks: 'conformant', summary: 'A relative link leaves the skill.' },
  reference_missing: { severity: 'warning', summary: 'A linked file is missing.' },
  // the tools
  tools_invalid: { severity: 'error', summary: 'tools.yaml has a mistake, so the skill brings no tools.' },
  tool_outside_skill: { severity: 'error', summary: 'A tool or server would run something outside the skill.' },
  // roots and the walk
  root_missing: { severity: 'warning', summary: 'A root that was asked for does not exist.' },
  root_unreadable: { severity: 'error', summary: 'A root cannot be read.' },
  directory_unreadable: { severity: 'warning', summary: 'A folder cannot be read.' },
  directory_link_refused: { severity: 'warning', summary: 'A linked folder leads out of a root of another owner.' },
  link_leaves_project: { severity: 'warning', summary: 'A link in a project leads out of the project.' },
  file_system_refused: { severity: 'warning', summary: 'A folder is on a file system of the kernel or of devices.' },
  link_cycle: { severity: 'notice', summary: 'A link leads back to a folder above it.' },
  walk_too_deep: { severity: 'warning', summary: 'Folders below this depth are not looked at.' },
  walk_too_large: { severity: 'warning', summary: 'A root has more entries than are looked at.' },
  skill_nested: { severity: 'notice', summary: 'A skill lies inside another skill and is not loaded.' },
  skill_shadowed: { severity: 'notice', summary: 'A nearer skill has the same name.' },
  provider_failed: { severity: 'error', summary: 'A provider of skills did not answer.' },
  // the persistent index
  index_damaged: { severity: 'notice', summary: 'The index was damaged; everything was read again.' },
  index_unwritable: { severity: 'notice', summary: 'The index cannot be written.' },
  // configuration
  config_unreadable: { severity: 'error', summary: 'A configuration file cannot be read.' },
  config_malformed: { severity: 'error', summary: 'A configuration file is not JSON.' },
  config_invalid: { severity: 'error', summary: 'A setting has a value it may not have.' },
  config_unknown_key: { severity: 'warning', summary: 'A setting of unknown name.' },
  config_widening_ignored: { severity: 'warning', summary: 'A project may not widen what its user trusts.' },
} as const satisfies Record<string, DiagnosticKind>

export type DiagnosticCode = keyof typeof DIAGNOSTICS

/** What is odd about a skill, a root or a configuration file, where, and what to do about it. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: DiagnosticSeverity
  readonly message: string
  readonly suggestion?: string
  /** The file or folder that is meant. */
  readonly file?: string
  /** 1-based. */
  readonly line: number
  /** 1-based, in UTF-16 code units. */
  readonly column: number
}

/** The level that a diagnostic breaks, if any. */
export function levelBroken(code: DiagnosticCode): 'safe' | 'conformant' | undefined {
  const kind: DiagnosticKind = DIAGNOSTICS[code]
  return kind.breaks
}
