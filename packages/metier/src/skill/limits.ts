/** All limits in one place. The configuration can change those in `ADJUSTABLE_LIMITS`. */
export const LIMITS = {
  /** Bytes in a SKILL.md, inclusive. */
  skillFileBytes: 1024 * 1024,
  /** Bytes of a SKILL.md read during discovery; the frontmatter of real skills ends within half of this. */
  headBytes: 4096,
  /** Bytes of frontmatter. */
  frontmatterBytes: 64 * 1024,
  /** Nesting of mappings and lists inside a frontmatter. */
  frontmatterDepth: 32,
  /** Total alias expansions in a frontmatter. */
  frontmatterAliases: 100,
  /** Characters in a name (Agent Skills specification). */
  nameLength: 64,
  /** Characters in a description. */
  descriptionLength: 1024,
  /** Characters in `compatibility` (Agent Skills specification). */
  compatibilityLength: 500,
  /** Lines in a SKILL.md, as the specification recommends. */
  recommendedLines: 500,
  /** Directory levels between a root and a skill. */
  walkDepth: 6,
  /** Directory entries read below one root. */
  walkEntries: 250_000,
  /** Bytes of skill text kept in memory. */
  contentCacheBytes: 32 * 1024 * 1024,
  /** Estimated tokens in the catalogue shown to a model. */
  catalogueTokens: 8_000,
  /** Directories watched at once; beyond that, changes are found by polling. */
  watchers: 20_000,
  /** Bytes in a configuration file. */
  configurationBytes: 1024 * 1024,
  /** Seconds a skill's script may run, unless it declares a timeout. */
  toolSeconds: 30,
  /** Seconds a skill's server has to list its tools. */
  serverSeconds: 30,
  /** Seconds a call of a server's tool may take while it reports progress. */
  serverCallSeconds: 600,
  /** Bytes in one message of a skill's server, such as an answer with an image. */
  serverMessageBytes: 16 * 1024 * 1024,
  /** Seconds that a client has to answer a server's question, which may wait for the user. */
  clientAnswerSeconds: 600,
  /** Seconds a hook in a TypeScript skill may run. */
  hookSeconds: 30,
  /** Bytes of a tool's input that the command line reads from stdin. */
  toolInputBytes: 1024 * 1024,
  /** Bytes of script output passed to a model; the rest goes to a file. */
  toolOutputBytes: 256 * 1024,
  /** Bytes in that output file. */
  toolOutputFileBytes: 64 * 1024 * 1024,
  /** Bytes that a program in a sandbox can keep in its private /tmp, which is memory. */
  sandboxTemporaryBytes: 256 * 1024 * 1024,
  /** Bytes in its shared memory. */
  sandboxSharedBytes: 64 * 1024 * 1024,
  /** Bytes in any one file that it writes. */
  sandboxFileBytes: 1024 * 1024 * 1024,
  /** Processes and threads in a sandbox. */
  sandboxProcesses: 512,
  /** Seconds that starting a sandbox may take when it is tested. */
  sandboxTrialSeconds: 10,
  /** Other skills below the working directory that are hidden one by one. */
  sandboxHiddenSkills: 200,
  /** Bytes in a `tools.yaml`. */
  toolsFileBytes: 256 * 1024,
} as const

export type Limits = { readonly [name in keyof typeof LIMITS]: number }

/** Limits that the configuration can set; the others define what a skill is. */
export const ADJUSTABLE_LIMITS = [
  'walkDepth',
  'walkEntries',
  'contentCacheBytes',
  'catalogueTokens',
  'watchers',
] as const

export type AdjustableLimits = Pick<Limits, (typeof ADJUSTABLE_LIMITS)[number]>
