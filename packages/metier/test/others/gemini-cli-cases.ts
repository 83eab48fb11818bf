/** What the skill loader of gemini-cli (google-gemini/gemini-cli) finds below a folder. */

import type { Files } from '../support/temporary.js'
import type { Comparison } from './comparison.js'

export interface LoadedSkill {
  readonly name: string
  readonly description: string
  /** Only if their test looks at it. */
  readonly body?: string
}

export interface Loading {
  readonly skills: readonly LoadedSkill[]
  /** Whether something was said about the folder; only if their test looks at it. */
  readonly isReported?: boolean
}

export interface LoaderCase extends Comparison<Loading> {
  readonly files: Files
  /** The folder that is loaded; the one with the files if it is left out. */
  readonly path?: string
}

function inFolder(folder: string, frontmatter: string): Files {
  return { [`${folder}/SKILL.md`]: `---\n${frontmatter}\n---\n# Baking\nKnead it.\n` }
}

/** Without a body the description has to be in the frontmatter. */
function headOnly(path: string, frontmatter: string): Files {
  return { [path]: `---\n${frontmatter}\n---\n` }
}

export const LOADINGS: readonly LoaderCase[] = [
  {
    name: 'a skill with name, description and body',
    files: inFolder('bread', 'name: bread\ndescription: Bakes bread'),
    theirs: {
      skills: [{ name: 'bread', description: 'Bakes bread', body: '# Baking\nKnead it.' }],
      isReported: false,
    },
    ours: {
      says: {
        skills: [{ name: 'bread', description: 'Bakes bread', body: '# Baking\nKnead it.\n' }],
        isReported: false,
      },
      because: 'we hand out the body as it is written, from its first line of text to the last newline',
    },
  },
  {
    name: 'a folder with other files only',
    files: { 'bread/notes.txt': 'flour' },
    theirs: { skills: [], isReported: true },
    ours: {
      says: { skills: [], isReported: false },
      because: 'a root may hold other folders too; `validate` reports a path without a skill',
    },
  },
  { name: 'an empty root', files: {}, theirs: { skills: [], isReported: false } },
  { name: 'an empty folder', files: { 'bread/': '' }, theirs: { skills: [] } },
  {
    name: 'text without frontmatter',
    files: { 'bread/SKILL.md': '# Knead and bake' },
    theirs: { skills: [], isReported: true },
    ours: {
      says: { skills: [{ name: 'bread', description: 'Knead and bake' }], isReported: true },
      because:
        'the default mode names a skill after its folder and describes it by its first words; strict mode leaves it out',
    },
  },
  {
    name: 'a root that does not exist',
    files: {},
    path: 'nowhere',
    theirs: { skills: [], isReported: false },
    ours: {
      says: { skills: [], isReported: true },
      because: 'a root that a host names and that does not exist is most likely a typo',
    },
  },
  {
    name: 'a colon in the description',
    files: inFolder(
      'bread',
      'name: rolls\ndescription: Bakes rolls from leftover dough. Words to listen for: roll, bun, oven.',
    ),
    theirs: {
      skills: [
        { name: 'rolls', description: 'Bakes rolls from leftover dough. Words to listen for: roll, bun, oven.' },
      ],
    },
  },
  {
    name: 'several colons in the description',
    files: inFolder('bread', 'name: bread\ndescription: Use it for work like: kneading, baking. Words: oven, flour.'),
    theirs: { skills: [{ name: 'bread', description: 'Use it for work like: kneading, baking. Words: oven, flour.' }] },
  },
  {
    name: 'colons in a quoted description',
    files: inFolder('bread', 'name: bread\ndescription: "Two colons: here: done."'),
    theirs: { skills: [{ name: 'bread', description: 'Two colons: here: done.' }] },
  },
  {
    name: 'a description on the lines below its key, with quotes inside',
    files: inFolder(
      'bread',
      'name: bread\ndescription:\n  Bakes bread and rolls. Use it if the user asks\n  for "bread," a "roll," or to "bake" something.',
    ),
    theirs: {
      skills: [
        {
          name: 'bread',
          description: 'Bakes bread and rolls. Use it if the user asks for "bread," a "roll," or to "bake" something.',
        },
      ],
    },
  },
  {
    name: 'name and description without a value, and no body',
    files: headOnly('bread/SKILL.md', 'name: \ndescription: '),
    theirs: { skills: [{ name: '', description: '' }] },
    ours: {
      says: { skills: [] },
      because: 'a model cannot choose a skill without a description, so we refuse it with a diagnostic',
    },
  },
  {
    name: 'indented fields',
    files: headOnly('bread/SKILL.md', '  name: rye\n  description: Bakes rye bread'),
    theirs: { skills: [{ name: 'rye', description: 'Bakes rye bread' }] },
  },
  {
    name: 'no space after the colon of a field',
    files: headOnly('bread/SKILL.md', 'name:rye\ndescription:Bakes rye bread'),
    theirs: { skills: [{ name: 'rye', description: 'Bakes rye bread' }] },
  },
  {
    name: 'a colon in the name of a skill that is the root itself',
    files: headOnly('SKILL.md', 'name: bakery:sourdough\ndescription: Feeds the starter'),
    theirs: { skills: [{ name: 'bakery-sourdough', description: 'Feeds the starter' }] },
    ours: {
      says: { skills: [{ name: 'bakery:sourdough', description: 'Feeds the starter' }] },
      because: 'a safe name stays as its author wrote it, with a diagnostic about the character',
    },
  },
  {
    name: 'a skill as it is shipped, beside others: folded description, addresses in its body',
    files: {
      ...inFolder('bread', 'name: bread\ndescription: Bakes bread'),
      'oven/SKILL.md':
        '---\nname: oven\ndescription:\n  Use it for questions about buying, cleaning or\n  moving to the Oven CLI. It knows the manual.\n---\n\n# Oven\n\nThe manual is at https://oven.example/start.\n',
    },
    theirs: {
      skills: [
        { name: 'bread', description: 'Bakes bread' },
        {
          name: 'oven',
          description: 'Use it for questions about buying, cleaning or moving to the Oven CLI. It knows the manual.',
        },
      ],
    },
  },
]
