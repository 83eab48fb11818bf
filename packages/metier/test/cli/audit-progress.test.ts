import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditPaths } from '../../src/cli/commands/audit/paths.js'
import { createProgress } from '../../src/cli/terminal/progress.js'
import { temporaryFolder } from '../support/temporary.js'

const SKILL = '---\nname: a\ndescription: b\n---\nText.\n'

async function shownFor(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const written: string[] = []
  const progress = createProgress({ write: (text: string) => written.push(text) }, { isTerminal: true, columns: 80 })
  const folder = temporaryFolder(files)
  await auditPaths([join(folder, 'skills')], { signal: new AbortController().signal, progress })
  return written.map((text) => text.replace('\r\u001b[2K', ''))
}

test('of one skill the bar counts files', async () => {
  const shown = await shownFor({ 'skills/one/SKILL.md': SKILL, 'skills/one/a.sh': 'ls\n', 'skills/one/b.sh': 'ls\n' })
  expect(shown).toEqual([
    'Auditing one',
    'Auditing one  [                        ]  0 of 3 files',
    'Auditing one  [========                ]  1 of 3 files',
    'Auditing one  [================        ]  2 of 3 files',
    'Auditing one  [========================]  3 of 3 files',
  ])
})

test('of many the bar counts skills, and the files are told beside it', async () => {
  const shown = await shownFor({
    'skills/one/SKILL.md': SKILL,
    'skills/two/SKILL.md': SKILL.replace('name: a', 'name: two'),
    'skills/two/a.sh': 'ls\n',
  })
  expect(shown[0]).toBe('Auditing 2 skills')
  expect(shown.at(-1)).toBe('Auditing 2 skills  [============            ]  1 of 2 skills, 3 files')
})
