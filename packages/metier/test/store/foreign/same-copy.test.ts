import { expect, test } from 'vitest'
import { isSameCopy } from '../../../src/store/foreign/same-copy.js'
import type { TreeFile } from '../../../src/system/skill-files/tree-digest.js'

function files(...contents: readonly (readonly [string, string])[]): readonly TreeFile[] {
  return contents.map(([path, sha256]): TreeFile => ({ path, size: 1, sha256, mode: '0644' }))
}

const SKILL = ['SKILL.md', 'a'] as const

test.each([
  ['the same files', files(SKILL), files(SKILL), true],
  ['a lost mode', files(SKILL), files(SKILL).map((file) => ({ ...file, mode: '0755' as const })), true],
  ['a record of the installer', files(SKILL, ['.openskills.json', 'x']), files(SKILL), true],
  ['a file that installers leave out', files(SKILL), files(SKILL, ['data/metadata.json', 'x']), true],
  ['a folder that installers leave out', files(SKILL), files(SKILL, ['lib/__pycache__/a.pyc', 'x']), true],
  ['settings that we leave out', files(SKILL, ['.claude/settings.json', 'x']), files(SKILL), true],
  ['another text', files(SKILL), files(['SKILL.md', 'b']), false],
  ['another text of such a file', files(SKILL, ['metadata.json', 'x']), files(SKILL, ['metadata.json', 'y']), false],
  ['a new file', files(SKILL), files(SKILL, ['scripts/run.py', 'x']), false],
  ['a file that is gone', files(SKILL, ['scripts/run.py', 'x']), files(SKILL), false],
])('%s', (_, installed, offered, isSame) => {
  expect(isSameCopy(installed, offered)).toBe(isSame)
})
