/** The skill that a name means to the commands that change the store: the one that `info` shows. */

import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeZip } from '../servers/make-archive.js'
import { createBoth } from './offered-skill.js'
import { type Machine, runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()
const installed = (...words: readonly string[]) => createBoth(metier, ...words)

describe('a skill in two roots', () => {
  async function inBoth(): Promise<Machine> {
    const machine = await installed()
    await runMetier(machine, 'install', 'pdf', '--from', 'local:offered', '--project')
    return machine
  }

  test('is shown by lock and verify with the scope of each', async () => {
    const machine = await inBoth()
    const { stdout: lock } = await runMetier(machine, 'lock')
    expect(lock.match(/^\w+ \(\w+\)/gm)).toEqual(['docx (personal)', 'pdf (personal)', 'pdf (project)'])
    const { stdout: verify } = await runMetier(machine, 'verify')
    expect(verify).toMatch(/^ok +docx {2}\(personal\)\nok +pdf {2}\(personal\)\nok +pdf {2}\(project\)\n/)
    expect((await runMetier(machine, 'verify', '--project')).stdout).toBe('ok         pdf\n')
  })

  test('is shown by outdated and update with the scope of each, and updated where it was refused', async () => {
    const machine = await inBoth()
    writeText(join(machine.project, 'offered/pdf/SKILL.md'), skillText('pdf', 'Reads more'))
    const { stdout: outdated } = await runMetier(machine, 'outdated')
    expect(outdated.match(/^\w+ +\(\w+\)/gm)).toEqual(['docx  (personal)', 'pdf   (personal)', 'pdf   (project)'])
    appendFileSync(join(machine.project, '.agents/skills/pdf/SKILL.md'), 'Mine.\n')
    const { stdout, stderr } = await runMetier(machine, 'update')
    expect(stdout).toContain('✓ pdf (personal) updated')
    expect(stderr).toContain("pdf (project): 'pdf' has local changes: SKILL.md\n")
    expect(stderr).toContain('metier update pdf --project --force\n')
    await runMetier(machine, 'update', 'pdf', '--project', '--force')
    const { stdout: updated } = await runMetier(machine, 'update')
    expect(updated).toBe('docx (personal): up to date\npdf (personal): up to date\npdf (project): up to date\n')
  })

  test.each(['remove', 'rollback', 'update'])(
    'is not chosen by %s: both commands are shown, and nothing changes',
    async (name) => {
      const machine = await inBoth()
      const { code, stderr } = await runMetier(machine, name, 'pdf')
      expect(code).toBe(1)
      expect(stderr).toContain(`Choose one:\n  metier ${name} pdf --personal\n  metier ${name} pdf --project\n`)
      const json = await runJson(machine, name, 'pdf')
      const places = [
        { root: join(machine.home, '.agents/skills'), scope: 'personal', name: 'pdf' },
        { root: join(machine.project, '.agents/skills'), scope: 'project', name: 'pdf' },
      ]
      expect(json).toMatchObject({ code: 'skill_ambiguous', places })
      expect(inPlace(machine)).toEqual([true, true])
    },
  )

  test('is removed from where --project or --personal says, and comes back to it by the undo that is shown', async () => {
    const machine = await inBoth()
    const { stdout } = await runMetier(machine, 'remove', 'pdf', '--personal')
    expect(inPlace(machine)).toEqual([false, true])
    expect(stdout).toBe('Removed pdf (undo: metier rollback pdf --personal)\n')
    // The project's is installed, the user's own was removed: the name alone means either.
    expect((await runMetier(machine, 'rollback', 'pdf')).code).toBe(1)
    expect((await runMetier(machine, 'rollback', 'pdf', '--personal')).code).toBe(0)
    expect(inPlace(machine)).toEqual([true, true])
    await runMetier(machine, 'remove', 'pdf', '--project')
    expect(inPlace(machine)).toEqual([true, false])
  })

  test('is chosen by its number at a terminal; an empty line changes nothing', async () => {
    const machine = await inBoth()
    const left = await runAtTerminal(machine, ['remove', 'pdf'], { answers: [['to cancel.', '\n']] })
    expect(left).toMatchObject({ code: 1, lines: expect.arrayContaining(['Not removed: you declined.']) })
    expect(inPlace(machine)).toEqual([true, true])
    const { lines } = await runAtTerminal(machine, ['remove', 'pdf'], {
      columns: 200,
      answers: [['to cancel.', '2\n']],
    })
    expect(lines).toContain(`  2  project  ${join(machine.project, '.agents/skills/pdf')}`)
    expect(lines).toContain('Removed pdf (undo: metier rollback pdf --project)')
    expect(inPlace(machine)).toEqual([true, false])
  })

  test('is reached by its qualified name, as info shows it', async () => {
    const machine = await inBoth()
    expect((await runMetier(machine, 'remove', 'personal:pdf')).code).toBe(0)
    expect(inPlace(machine)).toEqual([false, true])
  })

  function inPlace({ home, project }: Machine): readonly boolean[] {
    return [home, project].map((folder) => existsSync(join(folder, '.agents/skills/pdf/SKILL.md')))
  }

  test("is not the user's installed one while info shows a skill of the project that no lockfile names", async () => {
    const machine = await installed()
    writeText(join(machine.project, '.claude/skills/pdf/SKILL.md'), skillText('pdf', 'Written by hand'))
    const { code, stderr } = await runMetier(machine, 'remove', 'pdf')
    expect(code).toBe(1)
    expect(stderr).toContain(`'pdf' is ${join(machine.project, '.claude/skills/pdf')}, which no lockfile names`)
    expect(stderr).toContain('  metier remove pdf --personal\n')
    expect((await runMetier(machine, 'remove', 'pdf', '--personal')).code).toBe(0)
  })

  test('after a removal comes back to where it was', async () => {
    const machine = await installed('--project')
    await runMetier(machine, 'remove', 'pdf')
    expect(await runMetier(machine, 'rollback', 'pdf')).toMatchObject({ code: 0 })
    expect(existsSync(join(machine.project, '.agents/skills/pdf/SKILL.md'))).toBe(true)
    expect(existsSync(join(machine.home, '.agents/skills/pdf'))).toBe(false)
  })
})

test('a skill of the repository is found from a directory below it with --project', async () => {
  const machine = await installed('--project')
  for (const folder of ['.git', 'below']) mkdirSync(join(machine.project, folder))
  const words = ['--project', '--workdir', 'below']
  expect((await runMetier(machine, 'remove', 'pdf', ...words)).code).toBe(0)
  expect((await runMetier(machine, 'rollback', 'pdf', ...words)).code).toBe(0)
  expect(existsSync(join(machine.project, '.agents/skills/pdf/SKILL.md'))).toBe(true)
})

test('a rollback after a removal says that the skill is back, not every line of it', async () => {
  const machine = await installed()
  await runMetier(machine, 'remove', 'pdf')
  const { code, stdout } = await runMetier(machine, 'rollback', 'pdf')
  expect(code).toBe(0)
  expect(stdout).toContain('✓ pdf restored in')
  expect(stdout).not.toMatch(/^added|Reads PDF/m)
  await runMetier(machine, 'remove', 'pdf')
  expect(await runJson(machine, 'rollback', 'pdf')).toMatchObject({ changes: [{ path: 'SKILL.md', change: 'added' }] })
})

describe('a skill whose name differs from its directory', () => {
  async function installedAs(directory: string): Promise<Machine> {
    const machine = metier.create({ [`offered/${directory}/SKILL.md`]: skillText('alpha', 'Does it') })
    await runMetier(machine, 'install', './offered')
    return machine
  }

  test.each(['alpha', 'other'])('is found by %s', async (name) => {
    const machine = await installedAs('other')
    expect(await runJson(machine, 'info', name)).toMatchObject({ path: expect.stringContaining('skills/other/SKILL') })
    for (const words of [
      ['lock', name],
      ['install', '--frozen', name],
      ['lock', '--pin', name],
      ['update', name],
    ])
      expect(await runMetier(machine, ...words)).toMatchObject({
        code: 0,
        stderr: expect.not.stringContaining('error'),
      })
  })

  test('is removed with a command that brings it back', async () => {
    const machine = await installedAs('other')
    const { stdout } = await runMetier(machine, 'remove', 'alpha')
    expect(stdout).toContain('Removed other (undo: metier rollback other)\n')
    expect(await runMetier(machine, 'rollback', 'other')).toMatchObject({ code: 0 })
  })

  test('is not called missing if its directory is there', async () => {
    const machine = await installedAs('other')
    const { stderr } = await runMetier(machine, 'run', 'other', 'x')
    expect(stderr).toContain(`The skill in ${join(machine.home, '.agents/skills/other')} is called 'alpha'.`)
    expect(stderr).not.toContain('missing')
  })

  test('is installed under its own name if it is alone in an archive', async () => {
    const machine = metier.create()
    writeFileSync(
      join(machine.project, 'download.zip'),
      makeZip([{ name: 'SKILL.md', content: skillText('alpha', 'x') }]),
    )
    const { code, stdout } = await runMetier(machine, 'install', './download.zip')
    expect(code).toBe(0)
    expect(stdout).toContain(`alpha installed in ${join(machine.home, '.agents/skills/alpha')}\n`)
    expect(stdout).not.toContain('differs')
    expect(await runMetier(machine, 'update', 'alpha')).toMatchObject({ code: 0 })
  })
})
