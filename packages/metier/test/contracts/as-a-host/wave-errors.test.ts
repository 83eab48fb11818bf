/** Seed 000, its error handling contract (W-31…W-34): which kind of error, and its text to the letter. */

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SkillManager } from '../../../src/index.js'
import { explainSkill, SkillTool } from '../../../src/tools.js'
import { type Files, linkTo, skillText, temporaryFolder } from '../../support/temporary.js'
import { createFailingManager } from './programs/wave-host.js'
import { asOrdinaryUser, createScene, namedSkills, waveSkills } from './scene.js'

/** What the tool answers, and what it says of the error, about one skill of a strict manager. */
async function explain(name: string, files: Files, prepare: (folder: string) => void = () => undefined) {
  const { home, workdir, options } = createScene({ ...namedSkills('good'), ...waveSkills(files) })
  prepare(join(home, '.wave/skills', name))
  return asOrdinaryUser(async () => {
    const manager = await SkillManager.open({ ...options, strict: true })
    const result = await new SkillTool(manager).execute({ skill_name: name }, { workdir })
    return { result, details: await explainSkill(manager, name) }
  })
}

const denyReading = (folder: string) => chmodSync(join(folder, 'SKILL.md'), 0)

function makePipe(folder: string): void {
  mkdirSync(folder)
  execFileSync('mkfifo', [join(folder, 'SKILL.md')])
}

function linkedOut(name: string): Files {
  const elsewhere = temporaryFolder({ 'SKILL.md': skillText(name) })
  return { [`${name}/SKILL.md`]: linkTo(join(elsewhere, 'SKILL.md')) }
}

test('W-31, W-32: a skill that does not exist is skill_not_found, with the others', async () => {
  const { details } = await explain('absent', {})
  expect(details).toMatchObject({
    type: 'skill_not_found',
    skillName: 'absent',
    message: expect.stringContaining('absent'),
    availableSkills: ['good'],
  })
})

test('W-31: a skill that fails validation is skill_invalid', async () => {
  const { details } = await explain('renamed', { 'renamed/SKILL.md': skillText('other') })
  expect(details).toMatchObject({ type: 'skill_invalid', skillName: 'renamed' })
  expect(details?.suggestions?.length).toBeGreaterThan(0)
})

test('W-31: an unclosed bracket in the YAML is skill_malformed', async () => {
  const text = '---\nname: brackets\ndescription: Has one\nlist: [a, b\n---\n\nBody\n'
  expect((await explain('brackets', { 'brackets/SKILL.md': text })).details?.type).toBe('skill_malformed')
})

test('W-31: YAML indented with a tab is skill_malformed', async () => {
  const text = '---\nname: tabs\ndescription: Has one\nmap:\n\tkey: value\n---\n\nBody\n'
  expect((await explain('tabs', { 'tabs/SKILL.md': text })).details?.type).toBe('skill_malformed')
})

test('W-31: a file without read permission is skill_inaccessible', async () => {
  const { details } = await explain('denied', { 'denied/SKILL.md': skillText('denied') }, denyReading)
  expect(details).toMatchObject({ type: 'skill_inaccessible', skillName: 'denied' })
})

test('W-31: a named pipe is skill_inaccessible', async () => {
  expect((await explain('pipe', {}, makePipe)).details?.type).toBe('skill_inaccessible')
})

test('W-31: a link that leaves the skill is skill_inaccessible', async () => {
  expect((await explain('linked', linkedOut('linked'))).details?.type).toBe('skill_inaccessible')
})

test('W-31: the suggestions for a file without read permission name no line', async () => {
  const { details } = await explain('denied', { 'denied/SKILL.md': skillText('denied') }, denyReading)
  expect(details?.suggestions?.length).toBeGreaterThan(0)
  expect(details?.suggestions?.join('\n')).not.toMatch(/line \d/)
})

test('W-31: the suggestions for a named pipe name no line', async () => {
  const { details } = await explain('pipe', {}, makePipe)
  expect(details?.suggestions?.length).toBeGreaterThan(0)
  expect(details?.suggestions?.join('\n')).not.toMatch(/line \d/)
})

test('W-31: the suggestions for a link that leaves the skill name no line', async () => {
  const { details } = await explain('linked', linkedOut('linked'))
  expect(details?.suggestions?.length).toBeGreaterThan(0)
  expect(details?.suggestions?.join('\n')).not.toMatch(/line \d/)
})

test('W-31: an exception in a host’s own manager is a system_error', async () => {
  const { options } = createScene(namedSkills('good'))
  const manager = createFailingManager(await SkillManager.open(options), 'disk on fire')
  const details: unknown = await explainSkill(manager, 'good').catch((error: unknown) => error)
  expect(details).toMatchObject({ type: 'system_error', skillName: 'good' })
})

test('W-32: a skill that can be invoked has no error', async () => {
  expect((await explain('good', {})).details).toBeUndefined()
})

test('W-33: the text for a skill that does not exist, to the letter', async () => {
  const { home, workdir, options } = createScene(namedSkills('alpha', 'gamma'), namedSkills('beta'))
  const manager = await SkillManager.open(options)
  const listed = manager.getAvailableSkills().map(({ name, description }) => `- ${name}: ${description}`)
  const { error } = await new SkillTool(manager).execute({ skill_name: 'zebra' }, { workdir })
  expect(home).not.toBe(workdir)
  expect(listed).toHaveLength(3)
  expect(error?.split('\n')).toEqual([
    "Skill 'zebra' not found.",
    '',
    'Available skills:',
    ...listed,
    '',
    'To create this skill:',
    '1. Create directory ~/.wave/skills/zebra/',
    '2. Add SKILL.md file with proper YAML frontmatter',
  ])
})

test('W-33: the text for a mistyped name is the same, to the letter', async () => {
  const { result } = await explain('godo', {})
  expect(result.error?.split('\n')).toEqual([
    "Skill 'godo' not found.",
    '',
    'Available skills:',
    '- good: Does good',
    '',
    'To create this skill:',
    '1. Create directory ~/.wave/skills/godo/',
    '2. Add SKILL.md file with proper YAML frontmatter',
  ])
})

test('W-33: the description of an available skill takes one line', async () => {
  const { result } = await explain('zebra', {
    'lines/SKILL.md': '---\nname: lines\ndescription: |\n  One line.\n  Another line.\n---\n\nBody\n',
  })
  expect(result.error).toContain('\n- lines: One line. Another line.\n')
})

test('W-34: the text for an invalid skill, to the letter', async () => {
  const { result, details } = await explain('renamed', { 'renamed/SKILL.md': skillText('other') })
  expect(result).toEqual({
    success: false,
    content: '',
    error: [
      `Skill 'renamed' is invalid: ${details?.message}`,
      '',
      'Fix by:',
      ...(details?.suggestions ?? []).map((fix) => `- ${fix}`),
      '',
      'Skill will be available after fixing these issues.',
    ].join('\n'),
  })
})

test('W-34: an ineligible skill is invalid, with the reason', async () => {
  const text = '---\nname: mac\ndescription: For Macs\nmetadata: {"openclaw":{"os":["darwin"]}}\n---\n\nBody\n'
  const { workdir, options } = createScene(waveSkills({ 'mac/SKILL.md': text }))
  const manager = await SkillManager.open({ ...options, environment: { os: 'linux' } })
  expect(manager.getAvailableSkills()).toEqual([])
  const { error } = await new SkillTool(manager).execute({ skill_name: 'mac' }, { workdir })
  expect(error).toMatch(/^Skill 'mac' is invalid: Requires macOS \(current: linux\)\n\nFix by:\n- /)
})

test('W-18, W-34: once it is fixed, the skill is available', async () => {
  const { home, workdir, options } = createScene(waveSkills({ 'renamed/SKILL.md': skillText('other') }))
  const manager = await SkillManager.open({ ...options, strict: true })
  const tool = new SkillTool(manager)
  expect((await tool.execute({ skill_name: 'renamed' }, { workdir })).success).toBe(false)
  writeFileSync(join(home, '.wave/skills/renamed/SKILL.md'), skillText('renamed'))
  await manager.reload()
  expect((await tool.execute({ skill_name: 'renamed' }, { workdir })).success).toBe(true)
})
