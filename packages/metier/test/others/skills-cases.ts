/** What a source offers to the `skills` command (vercel-labs/skills): how far it looks, and what it takes for a skill. */

import { type Files, skillText } from '../support/temporary.js'
import type { Comparison } from './comparison.js'

/** The names of the skills that are offered, sorted. */
export interface OfferCase extends Comparison<readonly string[]> {
  readonly files: Files
  /** With `--full-depth`. */
  readonly isFullDepth?: true
  /** A folder of the source that is asked for, instead of the whole. */
  readonly below?: string
}

/** Small skills by their folders; each is called like its folder. */
export function skillsIn(...folders: readonly string[]): Files {
  return Object.fromEntries(folders.map((folder) => [`${folder}/SKILL.md`, skillText(folder.split('/').at(-1) ?? '')]))
}

const ROOT: Files = { 'SKILL.md': skillText('meadow') }

/** A main file at the top, with the option that looks further and without it. */
export const DEPTHS: readonly OfferCase[] = [
  {
    name: 'a source that is a skill itself hides those inside it',
    files: { ...ROOT, ...skillsIn('skills/clover') },
    theirs: ['meadow'],
  },
  {
    name: 'full depth: a source that is a skill itself, and those inside it',
    files: { ...ROOT, ...skillsIn('skills/clover', 'skills/daisy') },
    isFullDepth: true,
    theirs: ['clover', 'daisy', 'meadow'],
  },
  {
    name: 'the same without a word about depth',
    files: { ...ROOT, ...skillsIn('skills/clover', 'skills/daisy') },
    theirs: ['meadow'],
  },
  {
    name: 'without a main file at the top, everything in skills/',
    files: skillsIn('skills/clover', 'skills/daisy'),
    theirs: ['clover', 'daisy'],
  },
  {
    name: 'full depth: without a main file at the top, the same',
    files: skillsIn('skills/clover', 'skills/daisy'),
    isFullDepth: true,
    theirs: ['clover', 'daisy'],
  },
  {
    name: 'full depth: a name at the top and once more inside',
    files: { ...ROOT, ...skillsIn('skills/meadow') },
    isFullDepth: true,
    theirs: ['meadow'],
  },
]

function withFields(lines: string): Files {
  return { 'skills/clover/SKILL.md': `---\n${lines}\n---\nMow around it.\n` }
}

/** Values that YAML does not read as text. */
export const VALUES: readonly OfferCase[] = [
  {
    name: 'a number as the name',
    files: withFields('name: 123\ndescription: Finds clover'),
    theirs: [],
    ours: {
      says: ['123'],
      because: 'a plain value is the text that its author wrote: 123 names a skill as well as clover',
    },
  },
  {
    name: 'a boolean as the name',
    files: withFields('name: true\ndescription: Finds clover'),
    theirs: [],
    ours: {
      says: ['true'],
      because: 'a plain value is the text that its author wrote: true names a skill as well as clover',
    },
  },
  {
    name: 'a list as the name',
    files: withFields('name:\n  - red\n  - white\ndescription: Finds clover'),
    theirs: [],
    ours: {
      says: ['clover'],
      because: 'a list cannot be a name, so the folder gives it, with a diagnostic',
    },
  },
  {
    name: 'a number as the description',
    files: withFields('name: clover\ndescription: 456'),
    theirs: [],
    ours: { says: ['clover'], because: 'a plain value is the text that its author wrote' },
  },
  {
    name: 'texts as name and description',
    files: withFields('name: clover\ndescription: Finds clover'),
    theirs: ['clover'],
  },
]
