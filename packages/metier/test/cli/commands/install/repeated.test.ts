/** `metier install` of what is installed already. */

import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runJson, runMetier, skillText, useMetier, writeText } from '../../run-metier.js'

const metier = useMetier()

const TWO = {
  'offered/pdf/SKILL.md': skillText('pdf', 'Reads PDF files'),
  'offered/docx/SKILL.md': skillText('docx', 'Reads Word files'),
}

test('skills that are installed already, with the same files of the same source, are no failure', async () => {
  const machine = metier.create(TWO)
  await runMetier(machine, 'install', './offered', '--all')
  const again = await runMetier(machine, 'install', './offered', '--all')
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n0 installed, 2 already installed\n$/) })
  const place = join(machine.home, '.agents/skills/pdf')
  expect(again.stdout).toContain(`pdf is already installed in ${place}\n`)
  expect(await runJson(machine, 'install', './offered', '--all')).toEqual({
    installed: 0,
    skills: ['docx', 'pdf'].map((name) => ({ name, installed: false, unchanged: true })),
  })
  expect(await runMetier(machine, 'install', './offered', 'pdf')).toMatchObject({
    code: 0,
    stdout: `pdf is already installed in ${place}\n`,
  })
  expect(await runJson(machine, 'install', './offered', 'pdf')).toEqual({
    installed: false,
    error: 'skill exists',
    name: 'pdf',
    hint: 'Use force=true to overwrite',
    unchanged: true,
  })
})

test('the only skill of a source, which needs no name, is installed twice without a failure', async () => {
  const machine = metier.create({ 'one/pdf/SKILL.md': skillText('pdf', 'Reads PDF files') })
  for (const stdout of ['✓ pdf installed in', 'pdf is already installed in']) {
    expect(await runMetier(machine, 'install', './one')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(stdout),
    })
  }
})

test('a skill that has newer files in the source is skipped, with the command that updates it', async () => {
  const machine = metier.create(TWO)
  await runMetier(machine, 'install', './offered', '--all')
  writeText(join(machine.project, 'offered/pdf/SKILL.md'), skillText('pdf', 'Reads newer PDF files'))
  const again = await runMetier(machine, 'install', './offered', '--all')
  expect(again).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/\n0 installed, 1 already installed, 1 skipped: pdf\n$/),
    stderr: expect.stringContaining('To update it from the same source: metier update pdf\n'),
  })
  expect(await runMetier(machine, 'update', 'pdf')).toMatchObject({ code: 0 })
  expect(await runMetier(machine, 'install', './offered', '--all')).toMatchObject({ code: 0 })
})

test('a link that the user made is not overwritten, and the way around it works', async () => {
  const machine = metier.create(TWO)
  const link = join(machine.home, '.agents/skills/pdf')
  mkdirSync(join(machine.home, '.agents/skills'), { recursive: true })
  mkdirSync(join(machine.home, 'mine'))
  symlinkSync('../../mine', link)
  for (const force of [[], ['--force']]) {
    const { code, stderr } = await runMetier(machine, 'install', './offered', 'pdf', ...force)
    expect(code).toBe(1)
    expect(stderr).toContain(`${link} is a link to ../../mine`)
    expect(stderr).toContain(`rm ${link}\n`)
    expect(stderr).not.toContain('Use --force')
  }
  rmSync(link)
  expect(await runMetier(machine, 'install', './offered', 'pdf')).toMatchObject({ code: 0 })
})
