/** What to do if there are no skills at all. */
export const NOTHING_YET: readonly string[] = [
  "No skills found. Run 'metier doctor' to see which directories were searched.",
  'Create one: metier new my-skill --in .agents/skills',
  'Find one: metier search QUERY --from clawhub',
  'Install one: metier install NAME --from clawhub',
]
