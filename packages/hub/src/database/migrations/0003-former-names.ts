/** The former names of a skill are shown with it. */
export const FORMER_NAMES = 'create index aliases_by_skill on aliases (skill_id);'
