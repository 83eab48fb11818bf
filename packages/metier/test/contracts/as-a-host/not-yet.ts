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

const WAVE: readonly OpenStatement[] = [
  {
    id: 'W-7',
    document: 'ToolContext names the types BackgroundBashManager and ISkillManager.',
    today: 'The package exports neither.',
    tests: ['W-7: a context is declared with ISkillManager and BackgroundBashManager'],
  },
  {
    id: 'W-17, W-32, W-45',
    document: 'The results have Maps and arrays that a host may change.',
    today: 'Ours are ReadonlyMaps and readonly arrays, which are not assignable to the declarations of the document.',
    tests: [
      'W-17, W-18: our discovery is the document’s SkillDiscoveryResult',
      'W-31, W-32: our details are the document’s SkillErrorDetails',
      'W-45, W-46: our parser gives the document’s ParsedSkillFile',
    ],
  },
  {
    id: 'W-44, N-1',
    document: 'A tool takes a manager that the host wrote, with the fields that the document mentions.',
    today: 'It runs, but does not compile: `path`, `body`, `description`, … are required of its skills.',
    tests: [
      'W-44: a tool over a manager that a host made with the document’s fields',
      'N-1: a tool over a manager that a host made with names and paths',
    ],
  },
]

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
]

const WORKSPACE: readonly OpenStatement[] = [
  {
    id: 'V-1',
    document: 'ToolSource is an enum: its members are types as well.',
    today: 'ToolSource.SKILL is a value only (TS2702).',
    tests: ['V-1: ToolSource.SKILL is a type'],
  },
  {
    id: 'V-2, V-3',
    document: '`enabled`, `tools` and `addedToolNames` may be changed.',
    today: 'They are readonly.',
    tests: ['V-2: a host switches a registration of its own', 'V-3: our state is the document’s SkillToolState'],
  },
  {
    id: 'V-7',
    document: 'getAllSkillToolStates() has one entry for every registered skill, those that are only files included.',
    today: 'It has the skills in TypeScript alone.',
    tests: ['V-7: a skill that is only files has a state too'],
  },
  {
    id: 'V-20',
    document: 'Global tools remain unchanged with any skill active.',
    today: 'A skill’s tool called attempt_completion takes the place of the global one.',
    tests: ['V-20: no skill takes the place of a global tool'],
  },
  {
    id: 'V-27',
    document: 'Several versions of a tool are supported; a conflict names the skill that cannot be served.',
    today: "Activating `newer` fails with \"Skill 'older' requires the tool 'lib@^1.0'; found lib@2.1.0\".",
    tests: ['V-27: a version conflict blames the skill that cannot be served, and names both sides'],
  },
]

export const NOT_YET = [...WAVE, ...GET_SKILL, ...SKILLS, ...WORKSPACE]
