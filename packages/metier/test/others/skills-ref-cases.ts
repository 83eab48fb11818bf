/**
 * The validator and the parser of skills-ref, the reference implementation of the Agent Skills specification
 * (agentskills/agentskills). `VERDICTS` is what its `validate` says of a folder, `READINGS` what its parser reads.
 */

import type { Files } from '../support/temporary.js'
import type { Comparison } from './comparison.js'

export type Fault =
  | 'no such folder'
  | 'not a folder'
  | 'no main file'
  | 'main file spelling'
  | 'no frontmatter'
  | 'frontmatter not closed'
  | 'not YAML'
  | 'not a mapping'
  | 'no name'
  | 'name form'
  | 'name length'
  | 'name differs from folder'
  | 'no description'
  | 'description length'
  | 'compatibility length'
  | 'unknown field'

type Verdict = 'valid' | readonly Fault[]

export interface ValidatorCase extends Comparison<Verdict> {
  readonly files: Files
  /** What is validated: a path below the folder with the files. */
  readonly path: string
}

export interface ReaderCase extends Comparison<Readonly<Record<string, unknown>> | readonly Fault[]> {
  /** The files of one skill. */
  readonly files: Files
  /** Their function only looks for the file, so the default mode is its counterpart. */
  readonly isLenient?: true
}

function oneSkill(folder: string, frontmatter: string): Pick<ValidatorCase, 'files' | 'path'> {
  return { files: { [`${folder}/SKILL.md`]: `---\n${frontmatter}\n---\nSteps.\n` }, path: folder }
}

function calledLike(folder: string, name = folder): Pick<ValidatorCase, 'files' | 'path'> {
  return oneSkill(folder, `name: ${name}\ndescription: Presses flowers`)
}

function withField(line: string): Pick<ValidatorCase, 'files' | 'path'> {
  return oneSkill('herbarium', `name: herbarium\ndescription: Presses flowers\n${line}`)
}

/** The text of the specification names a to z and 0 to 9; its reference implementation takes letters of every script. */
const OTHER_SCRIPT = {
  says: ['name form'],
  because:
    'the specification and W-24 name the letters a to z, which most clients demand; only strict mode holds to them',
} as const

export const VERDICTS: readonly ValidatorCase[] = [
  { name: 'name and description', ...calledLike('herbarium'), theirs: 'valid' },
  { name: 'a path that does not exist', files: {}, path: 'nowhere', theirs: ['no such folder'] },
  { name: 'a file in place of a folder', files: { 'notes.txt': 'x' }, path: 'notes.txt', theirs: ['not a folder'] },
  { name: 'a folder without a main file', files: { 'herbarium/': '' }, path: 'herbarium', theirs: ['no main file'] },
  { name: 'capital letters in the name', ...calledLike('HerbArium'), theirs: ['name form'] },
  { name: 'a name of 70 characters', ...calledLike('h'.repeat(70)), theirs: ['name length'] },
  { name: 'a name that starts with a hyphen', ...calledLike('-herbarium'), theirs: ['name form'] },
  { name: 'two hyphens in a row', ...calledLike('herb--arium'), theirs: ['name form'] },
  { name: 'an underscore in the name', ...calledLike('herb_arium'), theirs: ['name form'] },
  {
    name: 'a name that is not that of the folder',
    ...calledLike('greenhouse', 'herbarium'),
    theirs: ['name differs from folder'],
  },
  {
    name: 'a field that the specification does not have',
    ...withField('pressing_time: two weeks'),
    theirs: ['unknown field'],
  },
  { name: 'license and metadata', ...withField('license: MIT\nmetadata:\n  author: Linnea'), theirs: 'valid' },
  { name: 'allowed-tools as a text', ...withField('allowed-tools: Bash(sed:*) Bash(tar:*)'), theirs: 'valid' },
  { name: 'a name in Chinese', ...calledLike('植物'), theirs: 'valid', ours: OTHER_SCRIPT },
  { name: 'a name in Russian with a hyphen', ...calledLike('сухой-лист'), theirs: 'valid', ours: OTHER_SCRIPT },
  { name: 'a name in Russian', ...calledLike('лист'), theirs: 'valid', ours: OTHER_SCRIPT },
  { name: 'capital letters in a Russian name', ...calledLike('ЛИСТ'), theirs: ['name form'] },
  {
    name: 'a description of 1100 characters',
    ...oneSkill('herbarium', `name: herbarium\ndescription: ${'d'.repeat(1100)}`),
    theirs: ['description length'],
  },
  { name: 'compatibility', ...withField('compatibility: Needs a flower press'), theirs: 'valid' },
  {
    name: 'compatibility of 550 characters',
    ...withField(`compatibility: ${'c'.repeat(550)}`),
    theirs: ['compatibility length'],
  },
  {
    name: 'an accent composed in the folder and decomposed in the name',
    ...calledLike('ros\u00e9', 'rose\u0301'),
    theirs: 'valid',
    ours: OTHER_SCRIPT,
  },
]

const PLAIN = '---\nname: herbarium\ndescription: Presses flowers\n---\n# Pressing\n\nLay them flat.\n'

function skillFile(text: string): Files {
  return { 'SKILL.md': text }
}

function withFields(lines: string): Files {
  return skillFile(`---\nname: herbarium\ndescription: Presses flowers\n${lines}\n---\nSteps.\n`)
}

export const READINGS: readonly ReaderCase[] = [
  {
    name: 'fields and body',
    files: skillFile(PLAIN),
    theirs: { name: 'herbarium', description: 'Presses flowers', body: '# Pressing\n\nLay them flat.' },
  },
  { name: 'text without frontmatter', files: skillFile('# Pressing'), theirs: ['no frontmatter'] },
  {
    name: 'frontmatter that is never closed',
    files: skillFile('---\nname: herbarium\ndescription: Presses flowers\n'),
    theirs: ['frontmatter not closed'],
  },
  {
    name: 'a bracket that is never closed',
    files: skillFile('---\nname: [herbarium\ndescription: Presses flowers\n---\nSteps.\n'),
    theirs: ['not YAML'],
  },
  {
    name: 'a list in place of a mapping',
    files: skillFile('---\n- press\n- dry\n- label\n---\nSteps.\n'),
    theirs: ['not a mapping'],
  },
  {
    name: 'license',
    files: withFields('license: MIT'),
    theirs: { name: 'herbarium', description: 'Presses flowers', license: 'MIT' },
  },
  {
    name: 'a number in metadata keeps the text that it is written as',
    files: withFields('metadata:\n  author: Linnea\n  version: 1.0'),
    theirs: { metadata: { author: 'Linnea', version: '1.0' } },
  },
  { name: 'reading a folder without a main file', files: {}, theirs: ['no main file'] },
  {
    name: 'no name',
    files: skillFile('---\ndescription: Presses flowers\n---\nSteps.\n'),
    theirs: ['no name'],
  },
  {
    name: 'no description',
    files: skillFile('---\nname: herbarium\n---\nSteps.\n'),
    theirs: ['no description'],
  },
  {
    name: 'SKILL.md counts before skill.md',
    files: { 'SKILL.md': 'upper case', 'skill.md': 'lower case' },
    isLenient: true,
    theirs: { mainFile: 'SKILL.md' },
  },
  {
    name: 'skill.md is found if there is no SKILL.md',
    files: { 'skill.md': 'lower case' },
    isLenient: true,
    theirs: { mainFile: 'skill.md' },
  },
  { name: 'no main file is found in an empty folder', files: {}, isLenient: true, theirs: ['no main file'] },
  {
    name: 'skill.md is read like SKILL.md',
    files: { 'skill.md': PLAIN },
    theirs: { name: 'herbarium', description: 'Presses flowers' },
    ours: {
      says: ['main file spelling'],
      because: 'strict mode holds to the spelling that the specification requires; the default mode reads it',
    },
  },
  {
    name: 'allowed-tools stays the text that was written',
    files: withFields('allowed-tools: Bash(sed:*) Bash(tar:*)'),
    theirs: { 'allowed-tools': 'Bash(sed:*) Bash(tar:*)' },
  },
]
