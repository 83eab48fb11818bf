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

export const NOT_YET = [...WAVE, ...SKILLS, ...WORKSPACE]
