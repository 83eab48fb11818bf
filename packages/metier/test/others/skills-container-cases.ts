/** How far below its usual folders the `skills` command (vercel-labs/skills) looks: on disk, and in a list of paths. */

import { skillText } from '../support/temporary.js'
import { type OfferCase, skillsIn } from './skills-cases.js'

export const CONTAINERS: readonly OfferCase[] = [
  {
    name: 'skills in groups',
    files: skillsIn('skills/trees/oak', 'skills/trees/elm', 'skills/moss/fern'),
    theirs: ['elm', 'fern', 'oak'],
  },
  {
    name: 'skills in groups and beside them',
    files: skillsIn('skills/pond', 'skills/trees/oak'),
    theirs: ['oak', 'pond'],
  },
  {
    name: 'a skill inside a skill',
    files: skillsIn('skills/oak', 'skills/oak/acorn'),
    theirs: ['oak'],
  },
  {
    name: 'installed packages among the groups',
    files: skillsIn('skills/node_modules/left/pad', 'skills/trees/oak'),
    theirs: ['oak'],
  },
  { name: 'groups in the folder of an agent', files: skillsIn('.agents/skills/trees/oak'), theirs: ['oak'] },
  {
    name: 'what the source itself installed, as its lock says',
    files: {
      ...skillsIn('.agents/skills/ivy', 'skills/oak'),
      'skills-lock.json': JSON.stringify({
        version: 1,
        skills: {
          ivy: { source: 'ada/garden', sourceType: 'github', skillPath: 'skills/ivy/SKILL.md', computedHash: 'x' },
        },
      }),
    },
    theirs: ['oak'],
  },
  { name: 'the folder of an agent without a lock', files: skillsIn('.agents/skills/oak'), theirs: ['oak'] },
  {
    name: 'groups outside the usual folders',
    files: skillsIn('examples/trees/elm', 'skills/oak'),
    theirs: ['oak'],
  },
  {
    name: 'groups of groups of groups',
    files: skillsIn('skills/a/b/c/truffle', 'skills/oak'),
    theirs: ['oak'],
    ours: {
      says: ['oak', 'truffle'],
      because:
        'in a usual folder `install` looks into groups as deep as `list` does, so that both find the same skills',
    },
  },
  {
    name: 'full depth: groups of groups of groups',
    files: skillsIn('skills/a/b/c/truffle', 'skills/oak'),
    isFullDepth: true,
    theirs: ['oak', 'truffle'],
  },
  {
    name: 'groups in a source that is a skill itself',
    files: { 'SKILL.md': skillText('forest'), ...skillsIn('skills/trees/oak') },
    theirs: ['forest'],
  },
]

export const PATHS: readonly OfferCase[] = [
  {
    name: 'paths in groups',
    files: skillsIn('skills/trees/oak', 'skills/trees/elm', 'skills/moss/fern'),
    theirs: ['elm', 'fern', 'oak'],
  },
  {
    name: 'paths in groups and beside them',
    files: skillsIn('skills/pond', 'skills/trees/oak'),
    theirs: ['oak', 'pond'],
  },
  {
    name: 'paths in groups of one and of two levels',
    files: skillsIn('skills/trees/oak', 'skills/water/still/pond'),
    theirs: ['oak', 'pond'],
  },
  { name: 'a path inside a skill', files: skillsIn('skills/oak', 'skills/oak/acorn'), theirs: ['oak'] },
  {
    name: 'a path inside a skill whose main file is spelled in lower case',
    files: { 'skills/oak/skill.md': skillText('oak'), ...skillsIn('skills/oak/acorn') },
    theirs: ['oak'],
  },
  {
    name: 'paths in installed packages',
    files: skillsIn('skills/node_modules/pad', 'skills/trees/oak'),
    theirs: ['oak'],
  },
  {
    name: 'paths in groups outside the usual folders',
    files: skillsIn('examples/trees/elm', 'skills/oak'),
    theirs: ['oak'],
  },
  {
    name: 'a folder of the source that is asked for',
    files: skillsIn('skills/trees/oak', 'other/trees/elm'),
    below: 'skills',
    theirs: ['oak'],
  },
  {
    name: 'a folder of an agent, and a plugin that no manifest names',
    files: skillsIn('.claude/skills/ivy', 'plugins/trees/skills/oak'),
    theirs: ['ivy', 'oak'],
  },
]

/** `Skills/` with a capital letter. */
export const SPELLINGS: readonly OfferCase[] = [
  { name: 'a capital letter in the usual folder', files: skillsIn('Skills/oak'), theirs: ['oak'] },
  { name: 'no capital letter in the usual folder', files: skillsIn('skills/oak'), theirs: ['oak'] },
]
