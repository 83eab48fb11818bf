/** A source of a project's skill that a clone of the project does not have. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OFFERED } from './offered-skill.js'
import { runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

function create() {
  const machine = metier.create(OFFERED)
  mkdirSync(join(machine.project, '.git'))
  const outside = join(machine.home, 'shared')
  writeText(join(outside, 'notes/SKILL.md'), skillText('notes', 'Takes notes'))
  return { machine, outside }
}

test('a directory outside the project is warned of, because the lockfile names it', async () => {
  const { machine, outside } = create()
  const { code, stderr } = await runMetier(machine, 'install', outside, 'notes', '--project')
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`the lockfile names ${outside}, which`) })
})

test.each([
  ['in the project', ['./offered', 'pdf', '--project']],
  ['for the person alone', ['./offered', 'pdf']],
])('a directory %s is not', async (_, words) => {
  const { stderr } = await runMetier(create().machine, 'install', ...words)
  expect(stderr).not.toContain('the lockfile names')
})
