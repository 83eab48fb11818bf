/** Every bound that Metier keeps, in one place; the configuration may change those of `ADJUSTABLE_LIMITS`. */
export const LIMITS = {
  /** Bytes of one SKILL.md; exactly this many are still allowed (G-16). */
  skillFileBytes: 1024 * 1024,
  /** Bytes read of a SKILL.md during discovery; the frontmatter of real skills ends within the first half of it. */
  headBytes: 4096,
  /** Bytes of a frontmatter that are looked at. */
  frontmatterBytes: 64 * 1024,
  /** Nesting of mappings and lists inside a frontmatter. */
  frontmatterDepth: 32,
  /** How often aliases of a frontmatter may be expanded in all. */
  frontmatterAliases: 100,
  /** Characters of a name (Agent Skills specification). */
  nameLength: 64,
  /** Characters of a description (W-25). */
  descriptionLength: 1024,
  /** Characters of `compatibility` (Agent Skills specification). */
  compatibilityLength: 500,
  /** Lines of a SKILL.md that the specification recommends at most. */
  recommendedLines: 500,
  /** Folders between a root and a skill. */
  walkDepth: 6,
  /** Directory entries looked at below one root. */
  walkEntries: 250_000,
  /** Bytes of skill texts kept in memory (W-40). */
  contentCacheBytes: 32 * 1024 * 1024,
  /** Estimated tokens of the catalogue shown to a model. */
  catalogueTokens: 8_000,
  /** Folders watched at once; beyond it changes are found by looking. */
  watchers: 20_000,
  /** Bytes of a configuration file. */
  configurationBytes: 1024 * 1024,
  /** Seconds that a skill's script may take where it says nothing. */
  toolSeconds: 30,
  /** Seconds within which a skill's server must have listed its tools. */
  serverSeconds: 30,
  /** Seconds that a hook of a skill in TypeScript may take. */
  hookSeconds: 30,
  /** Bytes of a script's output that a model is given; the rest is in a file. */
  toolOutputBytes: 256 * 1024,
  /** Bytes of that file. */
  toolOutputFileBytes: 64 * 1024 * 1024,
  /** Bytes of a `tools.yaml`. */
  toolsFileBytes: 256 * 1024,
} as const

export type Limits = { readonly [name in keyof typeof LIMITS]: number }

/** The limits that a configuration may set; the others are part of what a skill is. */
export const ADJUSTABLE_LIMITS = [
  'walkDepth',
  'walkEntries',
  'contentCacheBytes',
  'catalogueTokens',
  'watchers',
] as const

export type AdjustableLimits = Pick<Limits, (typeof ADJUSTABLE_LIMITS)[number]>
