/** Every kind of change to the skills of a root, between two looks at it. */
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Files, linkTo, skillText, temporaryFolder, writeFiles } from './temporary.js'

/** The skills before the change. */
export const BEFORE: Files = {
  'a/SKILL.md': skillText('a', 'one'),
  'b/SKILL.md': skillText('b', 'two'),
  'group/c/SKILL.md': skillText('c', 'three'),
  'linked/main.md': skillText('linked', 'four'),
  'linked/SKILL.md': linkTo('main.md'),
  'spelled/skill.md': skillText('spelled', 'five'),
}

type Change = (root: string) => void

/** What happens, and the descriptions that skills have afterwards. */
export const CHANGES: readonly (readonly [
  what: string,
  change: Change,
  expected: Readonly<Record<string, string | undefined>>,
])[] = [
  ['an edit of another size', (root) => write(root, 'a/SKILL.md', skillText('a', 'longer')), { a: 'longer' }],
  ['an edit of the same size', (root) => write(root, 'a/SKILL.md', skillText('a', 'eno')), { a: 'eno' }],
  ['an edit with its time put back', editWithOldTime, { a: 'eno' }],
  ['a rename over it', renameOver, { a: 'eno' }],
  ['a file moved in with an old time', moveInOldFile, { a: 'eno' }],
  ['an empty file', (root) => truncateSync(join(root, 'a/SKILL.md'), 0), { a: undefined }],
  ['another name', (root) => write(root, 'a/SKILL.md', skillText('z', 'one')), { a: undefined, z: 'one' }],
  ['two folders swapped', swapFolders, { a: 'one', b: 'two' }],
  ['a folder swapped for another', swapForOther, { a: 'other' }],
  ['a skill added', (root) => writeFiles(root, { '0/SKILL.md': skillText('0', 'new') }), { 0: 'new' }],
  ['a skill added to a group', (root) => writeFiles(root, { 'group/d/SKILL.md': skillText('d', 'new') }), { d: 'new' }],
  ['a new group', (root) => writeFiles(root, { 'more/deep/d/SKILL.md': skillText('d', 'new') }), { d: 'new' }],
  ['a skill removed', (root) => rmSync(join(root, 'a'), { recursive: true }), { a: undefined }],
  ['its file removed', (root) => unlinkSync(join(root, 'a/SKILL.md')), { a: undefined }],
  ['a group removed', (root) => rmSync(join(root, 'group'), { recursive: true }), { c: undefined }],
  [
    'a group turned into a skill',
    (root) => writeFiles(root, { 'group/SKILL.md': skillText('group', 'new') }),
    { group: 'new', c: undefined },
  ],
  ['a skill turned into a group', toGroup, { a: undefined, inner: 'new' }],
  ['a folder renamed', (root) => renameSync(join(root, 'a'), join(root, 'z')), { a: 'one' }],
  [
    'its file replaced by a link to another skill',
    (root) => relink(root, 'a/SKILL.md', '../b/SKILL.md'),
    { a: undefined, b: 'two' },
  ],
  ['its file replaced by a link inside', toInnerLink, { a: 'one' }],
  ['its file replaced by a link to where it was moved', moveAndLink, { a: undefined }],
  ['its file replaced by a link to its other name', toHardLinkedTwin, { a: undefined }],
  ['its file replaced by a folder', toFolder, { a: undefined }],
  ['its folder replaced by a link to where it was moved', moveFolderAndLink, { a: 'one' }],
  ['its folder replaced by a link to another skill', (root) => linkFolder(root), { a: undefined, b: 'two' }],
  ['its folder replaced by a file', folderToFile, { a: undefined }],
  [
    'another spelling renamed to SKILL.md',
    (root) => rename(root, 'spelled/skill.md', 'spelled/SKILL.md'),
    { spelled: 'five' },
  ],
  ['SKILL.md renamed to another spelling', (root) => rename(root, 'a/SKILL.md', 'a/skill.md'), { a: 'one' }],
  [
    'a SKILL.md beside another spelling',
    (root) => writeFiles(root, { 'spelled/SKILL.md': skillText('spelled', 'new') }),
    { spelled: 'new' },
  ],
  [
    'an edit of another spelling',
    (root) => write(root, 'spelled/skill.md', skillText('spelled', 'new')),
    { spelled: 'new' },
  ],
  ['an edit behind a link', (root) => write(root, 'linked/main.md', skillText('linked', 'ruof')), { linked: 'ruof' }],
  ['a link that leads elsewhere', (root) => relink(root, 'linked/SKILL.md', '../a/SKILL.md'), { linked: undefined }],
  ['everything removed', (root) => rmSync(root, { recursive: true }), { a: undefined, b: undefined, c: undefined }],
  ['nothing', () => undefined, { a: 'one', b: 'two', c: 'three', linked: 'four', spelled: 'five' }],
]

function write(root: string, path: string, text: string): void {
  writeFileSync(join(root, path), text)
}

function rename(root: string, from: string, to: string): void {
  renameSync(join(root, from), join(root, to))
}

const LONG_AGO = new Date('2001-02-03T04:05:06Z')

function editWithOldTime(root: string): void {
  const file = join(root, 'a/SKILL.md')
  writeFileSync(file, readFileSync(file, 'utf8').replace('one', 'eno'))
  utimesSync(file, LONG_AGO, LONG_AGO)
}

function renameOver(root: string): void {
  write(root, 'a/SKILL.md.new', skillText('a', 'eno'))
  rename(root, 'a/SKILL.md.new', 'a/SKILL.md')
}

function moveInOldFile(root: string): void {
  const file = join(temporaryFolder({ 'SKILL.md': skillText('a', 'eno') }), 'SKILL.md')
  utimesSync(file, LONG_AGO, LONG_AGO)
  copyFileSync(file, join(root, 'a/new'))
  utimesSync(join(root, 'a/new'), LONG_AGO, LONG_AGO)
  rename(root, 'a/new', 'a/SKILL.md')
}

function swapFolders(root: string): void {
  rename(root, 'a', 'x')
  rename(root, 'b', 'a')
  rename(root, 'x', 'b')
}

function swapForOther(root: string): void {
  writeFiles(root, { '.new/SKILL.md': skillText('a', 'other') })
  rmSync(join(root, 'a'), { recursive: true })
  rename(root, '.new', 'a')
}

function toGroup(root: string): void {
  unlinkSync(join(root, 'a/SKILL.md'))
  writeFiles(root, { 'a/inner/SKILL.md': skillText('inner', 'new') })
}

function relink(root: string, path: string, target: string): void {
  unlinkSync(join(root, path))
  symlinkSync(target, join(root, path))
}

function toInnerLink(root: string): void {
  rename(root, 'a/SKILL.md', 'a/main.md')
  symlinkSync('main.md', join(root, 'a/SKILL.md'))
}

function moveAndLink(root: string): void {
  const elsewhere = join(temporaryFolder(), 'moved.md')
  renameSync(join(root, 'a/SKILL.md'), elsewhere)
  symlinkSync(elsewhere, join(root, 'a/SKILL.md'))
}

function toHardLinkedTwin(root: string): void {
  const twin = join(temporaryFolder(), 'twin.md')
  linkSync(join(root, 'a/SKILL.md'), twin)
  relink(root, 'a/SKILL.md', twin)
}

function toFolder(root: string): void {
  unlinkSync(join(root, 'a/SKILL.md'))
  mkdirSync(join(root, 'a/SKILL.md'))
}

function moveFolderAndLink(root: string): void {
  const elsewhere = join(temporaryFolder(), 'a')
  renameSync(join(root, 'a'), elsewhere)
  symlinkSync(elsewhere, join(root, 'a'))
}

function linkFolder(root: string): void {
  rmSync(join(root, 'a'), { recursive: true })
  symlinkSync('b', join(root, 'a'))
}

function folderToFile(root: string): void {
  rmSync(join(root, 'a'), { recursive: true })
  write(root, 'a', skillText('a'))
}
