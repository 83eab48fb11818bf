/** W-7: the working directory of a call decides whose project's skills the Wave tool finds. */

import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SkillManager, SkillManagerOptions } from '../../src/index.js'
import { createWaveSkillTool, SkillTool, type WaveSkillManager } from '../../src/tools.js'
import { createManager } from '../support/managing.js'
import { skillText, temporaryFolder, writeFiles } from '../support/temporary.js'

function createProject(...names: readonly string[]): string {
  return temporaryFolder(Object.fromEntries(names.map((name) => [`.wave/skills/${name}/SKILL.md`, skillText(name)])))
}

function createTool(options: SkillManagerOptions = {}) {
  const workdir = createProject('own')
  const manager = createManager({ workdir, config: {}, ...options })
  const tool = new SkillTool(manager)
  const canInvoke = async (name: string, from: string) =>
    (await tool.execute({ skill_name: name }, { workdir: from })).success
  return { workdir, manager, tool, canInvoke }
}

/** The managers that a tool opens for other projects, and those that it closed. */
function watchManagers(manager: SkillManager) {
  const [opened, closed]: [string[], string[]] = [[], []]
  const watched: WaveSkillManager = {
    getAvailableSkills: () => manager.getAvailableSkills(),
    loadSkill: (name) => manager.loadSkill(name),
    workdir: manager.workdir,
    registry: manager.registry,
    forWorkdir: (workdir) => {
      opened.push(workdir)
      const other = manager.forWorkdir(workdir)
      return {
        getAvailableSkills: () => other.getAvailableSkills(),
        loadSkill: (name) => other.loadSkill(name),
        close: async () => {
          closed.push(workdir)
          await other.close()
        },
      }
    },
  }
  return { watched, opened, closed }
}

test('a call from another project finds that project’s skills and the personal ones, not those of the first', async () => {
  const home = temporaryFolder({ '.wave/skills/mine/SKILL.md': skillText('mine') })
  const { workdir, canInvoke } = createTool({ home })
  const other = createProject('theirs')
  expect(await canInvoke('theirs', other)).toBe(true)
  expect(await canInvoke('mine', other)).toBe(true)
  expect(await canInvoke('own', other)).toBe(false)
  expect(await canInvoke('own', workdir)).toBe(true)
  expect(await canInvoke('theirs', workdir)).toBe(false)
})

test('the error names the skills of the project that the call came from', async () => {
  const { tool } = createTool()
  const { error } = await tool.execute({ skill_name: 'none' }, { workdir: createProject('theirs') })
  expect(error).toContain('- theirs: Does theirs')
  expect(error).not.toContain('- own: Does own')
})

test('the own project needs no further manager, however it is written', async () => {
  const { workdir, manager } = createTool()
  const { watched, opened } = watchManagers(manager)
  const tool = createWaveSkillTool({ skillManager: watched })
  for (const spelling of [workdir, `${workdir}/`, join(workdir, '.wave', '..'), '']) {
    expect(await tool.execute({ skill_name: 'own' }, { workdir: spelling })).toMatchObject({ success: true })
  }
  expect(opened).toEqual([])
})

test('calls at the same time from one other project share its manager', async () => {
  const { watched, opened } = watchManagers(createTool().manager)
  const tool = createWaveSkillTool({ skillManager: watched })
  const workdir = createProject('theirs')
  const call = () => tool.execute({ skill_name: 'theirs' }, { workdir })
  expect(await Promise.all([call(), call(), call()])).toMatchObject([{ success: true }, {}, { success: true }])
  expect(opened).toEqual([workdir])
})

test('of many projects the last eight are kept; the others are closed, and work when they are used again', async () => {
  const { watched, opened, closed } = watchManagers(createTool().manager)
  const tool = createWaveSkillTool({ skillManager: watched })
  const projects = Array.from({ length: 10 }, (_, at) => createProject(`theirs-${at}`))
  const call = (at: number) => tool.execute({ skill_name: `theirs-${at}` }, { workdir: projects[at] ?? '' })
  for (const at of projects.keys()) expect((await call(at)).success).toBe(true)
  expect(closed).toEqual(projects.slice(0, 2))
  expect((await call(0)).success).toBe(true)
  expect(opened).toEqual([...projects, projects[0]])
})

test('the options of the manager count in every project', async () => {
  const { canInvoke } = createTool({ strict: true, config: { skills: { disabled: ['off'] } } })
  const other = createProject('off', 'fine')
  writeFiles(other, { '.wave/skills/renamed/SKILL.md': skillText('other-name') })
  expect(await canInvoke('fine', other)).toBe(true)
  expect(await canInvoke('off', other)).toBe(false)
  expect(await canInvoke('renamed', other)).toBe(false)
})

test('a skill that was disabled since is disabled in every project', async () => {
  const { workdir, manager, canInvoke } = createTool({
    home: temporaryFolder({ '.wave/skills/mine/SKILL.md': skillText('mine') }),
  })
  const other = createProject('theirs')
  expect(await canInvoke('mine', other)).toBe(true)
  await manager.disable('mine')
  expect(await canInvoke('mine', other)).toBe(false)
  expect(await canInvoke('mine', workdir)).toBe(false)
})

test('a reload of the manager reloads the other projects too', async () => {
  const { manager, canInvoke } = createTool()
  const other = createProject('theirs')
  expect(await canInvoke('later', other)).toBe(false)
  writeFiles(other, { '.wave/skills/later/SKILL.md': skillText('later') })
  await manager.reload()
  expect(await canInvoke('later', other)).toBe(true)
})

test('a named index stays that of the own project', async () => {
  const index = join(temporaryFolder(), 'index.bin')
  const { workdir, manager, canInvoke } = createTool({ index })
  expect(await canInvoke('theirs', createProject('theirs'))).toBe(true)
  await manager.close()
  const again = createManager({ workdir, config: {}, index })
  expect(again.list().skills).toMatchObject([{ name: 'own' }])
  expect(again.registry.diagnostics).toEqual([])
})

test('closing a manager ends the watches of those made from it', async () => {
  const { manager } = createTool()
  const other = createProject('theirs')
  const changes: unknown[] = []
  const derived = manager.forWorkdir(other)
  derived.watch((change) => changes.push(change))
  await manager.close()
  writeFiles(other, { '.wave/skills/later/SKILL.md': skillText('later') })
  await derived.reload()
  expect(derived.list().count).toBe(2)
  expect(changes).toEqual([])
})
