/** What a skill needs before it can be used, as its frontmatter says it, whatever the spelling. */
export interface Requirements {
  readonly bins: readonly string[]
  readonly anyBins: readonly string[]
  readonly env: readonly string[]
  readonly config: readonly string[]
  /** Node's names: darwin, linux, win32, … */
  readonly os: readonly string[]
  /** Node's names: x64, arm64, … */
  readonly arch: readonly string[]
  readonly tools: readonly string[]
  readonly skills: readonly string[]
  /** Skips everything but the operating system. */
  readonly always: boolean
  /** The variable that a skill's configured `apiKey` stands for. */
  readonly primaryEnv?: string
  /** The key of the skill's own configuration, where it is not the name. */
  readonly skillKey?: string
}

/** One way to get what is missing, as the skill's author wrote it; checked before it becomes a command. */
export interface InstallEntry {
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly bins: readonly string[]
  readonly os: readonly string[]
  /** The kind's own fields as written: formula, package, module, crate, url, … */
  readonly fields: Readonly<Record<string, string>>
}

export const NO_REQUIREMENTS: Requirements = Object.freeze({
  bins: [],
  anyBins: [],
  env: [],
  config: [],
  os: [],
  arch: [],
  tools: [],
  skills: [],
  always: false,
})
