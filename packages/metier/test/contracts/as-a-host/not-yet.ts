/**
 * The statements of the documents that do not hold today. Their tests run inverted (statement.ts): one that starts to
 * pass is red until it is taken out of this list.
 */

/** A statement, what happens in its place, and the names of the tests that show it. */
interface OpenStatement {
  /** The requirements, as contracts/seed-requirements.md numbers them. */
  readonly id: string
  readonly document: string
  readonly today: string
  readonly tests: readonly string[]
}

const SKILLS: readonly OpenStatement[] = [
  {
    id: 'C-20, C-26',
    document: 'force=true overwrites the skill that exists, as the hint of the refusal says.',
    today: 'If it is in ~/.wave/skills, a second copy goes to ~/.agents/skills and the old one stays in use.',
    tests: ['C-20, C-26: force overwrites the skill that the refusal named, in any root'],
  },
  {
    id: 'C-29',
    document: '`name` is the skill that was installed.',
    today: 'Asked for under another name, it answers with that name, which no other action finds.',
    tests: ['C-29: info finds the skill that install reports'],
  },
]

export const NOT_YET = [...SKILLS]
