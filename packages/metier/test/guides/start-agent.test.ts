/** The programs of the page for agent builders, over the example skills that the page installs. */

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SkillManager } from '../../src/index.js'
import { temporaryFolder } from '../support/temporary.js'
import { openWorkshop, readPrograms, repository, type Workshop } from './programs.js'

const programs = readPrograms('docs/start/agent.md')
let workshop: Workshop
beforeAll(() => {
  workshop = openWorkshop(programs)
})
afterAll(() => workshop.remove())

function createProject(): string {
  const folder = temporaryFolder()
  for (const name of ['csv-tools', 'sql-review'])
    cpSync(join(repository, 'examples/skills', name), join(folder, '.agents/skills', name), { recursive: true })
  return folder
}

async function runProgram(marker: string, folder: string): Promise<string> {
  const program = programs.find(({ text }) => text.includes(marker))
  if (program === undefined) expect.fail(`no program of the page has '${marker}'`)
  return workshop.run(program, folder)
}

test('the shortest way prints the list and the body', async () => {
  expect(await runProgram('loadSkill', createProject())).toContain('csv-tools')
})

test('the full way prints the tools that a model sees', async () => {
  expect(await runProgram('createWorkspaceTools', createProject())).toContain("'activate_skill'")
})

test('an own dialog reviews and approves a skill, once', async () => {
  const folder = createProject()
  expect(await runProgram('skills.review(', folder)).toBe('Approved csv-tools\n')
  expect(await runProgram('skills.review(', folder)).toBe('')
  const skills = await SkillManager.open({ workdir: folder, home: folder, index: false })
  expect(await skills.approval('csv-tools')).toMatchObject({ state: 'approved' })
  await skills.close()
})
