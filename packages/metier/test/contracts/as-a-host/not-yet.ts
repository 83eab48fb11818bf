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

const GET_SKILL: readonly OpenStatement[] = [
  {
    id: 'G-8, G-10',
    document: 'A name without /, \\ and .. passes the check of the name; a folder that does not exist is "not found".',
    today: "The names get \"Skill names must not contain '/', '\\', or '..'\", which is not true of them.",
    tests: [
      'G-8: a name with spaces around it gets an error that is true of it',
      'G-8: a single dot gets an error that is true of it',
      'G-8: a name that ends in a dot gets an error that is true of it',
      'G-8: a name with a control character gets an error that is true of it',
    ],
  },
  {
    id: 'G-15',
    document: 'The main file is found in the spellings that the registry finds.',
    today: 'The registry lists a skill in skill.md or Skill.md; get_skill says "SKILL.MD not found".',
    tests: ['G-15: skill.md is read, as the registry reads it', 'G-15: Skill.md is read, as the registry reads it'],
  },
]

const SKILLS: readonly OpenStatement[] = [
  {
    id: 'C-9',
    document: 'An install option is { id, kind, crate, label }.',
    today: 'The field of the kind comes first: { crate, id, kind, label }.',
    tests: ['C-9: the fields of an install option come in the document’s order'],
  },
  {
    id: 'C-20, C-26',
    document: 'force=true overwrites the skill that exists, as the hint of the refusal says.',
    today: 'If it is in ~/.wave/skills, a second copy goes to ~/.agents/skills and the old one stays in use.',
    tests: ['C-20, C-26: force overwrites the skill that the refusal named, in any root'],
  },
  {
    id: 'C-24',
    document: 'The scan covers scripts that run on load, in SKILL.md or a page: script elements and event attributes.',
    today: 'Pages with <script src="https://…">, <body onload="…"> or a script of their own give no finding.',
    tests: [
      'C-24: a script from elsewhere in a page is refused',
      'C-24: an event attribute in a page is refused',
      'C-24: a page with a script of its own is refused, or installed with a finding',
    ],
  },
  {
    id: 'C-25',
    document: 'A refused pattern is { error, pattern, line }, with `installed: false`.',
    today: 'Also confidence, digest, file, findings, hint, rule and severity.',
    tests: ['C-25: a refused pattern carries exactly the document’s fields'],
  },
  {
    id: 'C-17, C-30',
    document: 'Every failure of install has `installed: false`.',
    today: 'Without a name the answer is { error } alone.',
    tests: ['C-17, C-30: install without a name says so, and installed: false'],
  },
  {
    id: 'C-29',
    document: '`name` is the skill that was installed.',
    today: 'Asked for under another name, it answers with that name, which no other action finds.',
    tests: ['C-29: info finds the skill that install reports'],
  },
]

export const NOT_YET = [...GET_SKILL, ...SKILLS]
