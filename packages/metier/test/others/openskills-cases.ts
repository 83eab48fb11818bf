/** What openskills (numman-ali/openskills) finds in its folders, and what it reads from a SKILL.md. */

import { type Files, linkTo, skillText } from '../support/temporary.js'
import type { Comparison } from './comparison.js'

/** A project and a home; links lead to `elsewhere`, which is neither. */
export interface FinderCase extends Comparison<Readonly<Record<string, string>> | null> {
  readonly files: Files
  /** Below the folder with the files, strongest first; `.claude/skills` of project and home if they are left out. */
  readonly roots?: readonly string[]
  /** One skill that is asked for by its name, instead of all. */
  readonly skill?: string
}

const PROJECT = 'project/.claude/skills'
const HOME = 'home/.claude/skills'
const EMPTY: Files = { [`${PROJECT}/`]: '', [`${HOME}/`]: '' }

/** Name → description of every skill. */
export const FINDINGS: readonly FinderCase[] = [
  {
    name: 'a skill in a folder',
    files: { ...EMPTY, [`${PROJECT}/knots/SKILL.md`]: skillText('knots', 'Ties knots') },
    theirs: { knots: 'Ties knots' },
  },
  {
    name: 'a linked skill folder',
    files: {
      ...EMPTY,
      'elsewhere/sails/SKILL.md': skillText('sails', 'Sews sails'),
      [`${HOME}/sails`]: linkTo('../../../elsewhere/sails'),
    },
    theirs: { sails: 'Sews sails' },
  },
  {
    name: 'folders and linked folders together',
    files: {
      [`${PROJECT}/knots/SKILL.md`]: skillText('knots', 'Ties knots'),
      'elsewhere/sails/SKILL.md': skillText('sails', 'Sews sails'),
      [`${HOME}/sails`]: linkTo('../../../elsewhere/sails'),
    },
    theirs: { knots: 'Ties knots', sails: 'Sews sails' },
  },
  {
    name: 'a link that leads nowhere',
    files: {
      [`${PROJECT}/knots/SKILL.md`]: skillText('knots', 'Ties knots'),
      [`${HOME}/wreck`]: linkTo('../../../elsewhere/wreck'),
    },
    theirs: { knots: 'Ties knots' },
  },
  {
    name: 'one name in project and home',
    files: {
      [`${PROJECT}/knots/SKILL.md`]: skillText('knots', 'Of the project'),
      [`${HOME}/knots/SKILL.md`]: skillText('knots', 'Of the home'),
    },
    theirs: { knots: 'Of the project' },
  },
  { name: 'a folder without a SKILL.md', files: { ...EMPTY, [`${PROJECT}/knots/README.md`]: '# Knots' }, theirs: {} },
  {
    name: 'a file beside the skills',
    files: { ...EMPTY, [`${PROJECT}/list.txt`]: 'x', [`${PROJECT}/knots/SKILL.md`]: skillText('knots', 'Ties knots') },
    theirs: { knots: 'Ties knots' },
  },
  { name: 'empty folders', files: EMPTY, theirs: {} },
  {
    name: 'a folder that does not exist before one that does',
    files: { [`${PROJECT}/knots/SKILL.md`]: skillText('knots', 'Ties knots') },
    roots: ['nowhere', PROJECT],
    theirs: { knots: 'Ties knots' },
  },
  {
    name: 'a skill by its name',
    files: { ...EMPTY, [`${PROJECT}/knots/SKILL.md`]: skillText('knots', 'Ties knots') },
    skill: 'knots',
    theirs: { path: `${PROJECT}/knots/SKILL.md`, folder: `${PROJECT}/knots` },
  },
  {
    name: 'a linked skill by its name',
    files: {
      ...EMPTY,
      'elsewhere/sails/SKILL.md': skillText('sails', 'Sews sails'),
      [`${HOME}/sails`]: linkTo('../../../elsewhere/sails'),
    },
    skill: 'sails',
    theirs: { path: `${HOME}/sails/SKILL.md`, folder: `${HOME}/sails` },
  },
  { name: 'a name that no skill has', files: EMPTY, skill: 'anchors', theirs: null },
  {
    name: 'by its name, the skill of the project before that of the home',
    files: {
      [`${PROJECT}/knots/SKILL.md`]: skillText('knots', 'Of the project'),
      [`${HOME}/knots/SKILL.md`]: skillText('knots', 'Of the home'),
    },
    skill: 'knots',
    theirs: { path: `${PROJECT}/knots/SKILL.md`, folder: `${PROJECT}/knots` },
  },
]

export interface FieldCase extends Comparison<string> {
  readonly text: string
  readonly field: string
}

/** One field as text; empty if there is none. */
export const FIELDS: readonly FieldCase[] = [
  {
    name: 'a field',
    text: '---\nname: knots\ndescription: Ties knots\n---\n\nSteps.',
    field: 'description',
    theirs: 'Ties knots',
  },
  { name: 'a field that is not there', text: '---\nname: knots\n---', field: 'absent', theirs: '' },
  {
    name: 'a field before the end of the frontmatter',
    text: '---\nname: knots\ndescription: Bowline\n---',
    field: 'description',
    theirs: 'Bowline',
  },
  {
    name: 'a value ends with its line',
    text: '---\nname: knots\ndescription: Bowline\nother: x\n---',
    field: 'name',
    theirs: 'knots',
  },
  {
    name: 'a value of a thousand letters',
    text: `---\nname: ${'k'.repeat(1000)}\n---`,
    field: 'name',
    theirs: 'k'.repeat(1000),
    ours: {
      says: 'knots',
      because: 'a name of more than 256 characters is not safe, so the folder gives the name',
    },
  },
  {
    name: 'underscore and dot in a name, quotes inside a description',
    text: '---\nname: two-half_hitches.v2\ndescription: Ties "hitches" and \'bends\'\n---',
    field: 'name',
    theirs: 'two-half_hitches.v2',
  },
  {
    name: 'a colon in a description',
    text: '---\nname: knots\ndescription: Pictures: https://knots.example\n---',
    field: 'description',
    theirs: 'Pictures: https://knots.example',
  },
]

export interface FrontmatterCase extends Comparison<boolean> {
  readonly text: string
}

/** Whether a text has a frontmatter. */
export const FRONTMATTERS: readonly FrontmatterCase[] = [
  { name: 'a closed frontmatter', text: '---\nname: knots\n---\n\nSteps.', theirs: true },
  { name: 'text without frontmatter', text: 'Tie it.', theirs: false },
  { name: 'an empty text', text: '', theirs: false },
]

/** The folders that are looked in, strongest first. */
export const SEARCHED: Comparison<readonly string[]> = {
  name: 'which folders are looked in, and in which order',
  theirs: ['project/.agent/skills', 'home/.agent/skills', PROJECT, HOME],
  ours: {
    says: ['project/.agent/skills', PROJECT, 'home/.agent/skills', HOME],
    because: 'the skills of a project come before those of the home, whatever their folders are called',
  },
}
