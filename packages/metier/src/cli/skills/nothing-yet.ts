/** What to do if no lockfile names a skill. Others may be there all the same. */
export const NOTHING_INSTALLED: readonly string[] = [
  "No skills installed by Metier. Run 'metier list' to see all skills.",
  'Find one: metier search QUERY --from clawhub',
  'Install one: metier install NAME --from clawhub',
]

/** The ways to a first skill. */
export const START: readonly string[] = [
  'Create one: metier new my-skill --in .agents/skills',
  'Find one: metier search QUERY --from clawhub',
  'Install one: metier install NAME --from clawhub',
]

/** What to do if there are no skills at all. */
export const NOTHING_YET: readonly string[] = [
  "No skills found. Run 'metier doctor' to see which directories were searched.",
  ...START,
]
