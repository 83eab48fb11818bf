/** Which root a command of the store is about, and what it says of each. */

import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createBoth } from './offered-skill.js'
import { type Machine, runMetier, runProgram, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
const installed = (...words: readonly string[]) => createBoth(metier, ...words)

describe('metier install --frozen NAME', () => {
  test('restores only the skills that are named', async () => {
    const machine = await installed()
    rmSync(join(machine.home, '.agents/skills'), { recursive: true })
    expect(await runMetier(machine, 'install', '--frozen', 'docx')).toMatchObject({
      code: 0,
      stdout: 'docx restored\n',
    })
  })

  test('refuses a name that the lock does not have, and changes nothing', async () => {
    const machine = await installed()
    rmSync(join(machine.home, '.agents/skills'), { recursive: true })
    const { code, stdout } = await runMetier(machine, 'install', '--frozen', 'docx', 'pdff', '--json')
    expect({ code, json: JSON.parse(stdout) }).toMatchObject({ code: 1, json: { code: 'skill_not_found' } })
    expect((await runMetier(machine, 'verify')).stdout).toMatch(/^missing +docx$/m)
    expect((await runMetier(machine, 'install', '--frozen', 'pdff')).stderr).toContain('Did you mean: pdf\n')
  })
})

describe('a lock that cannot be read', () => {
  async function broken(): Promise<{ readonly machine: Machine; readonly lock: string }> {
    const machine = await installed()
    const lock = join(machine.home, '.agents/skills.lock.json')
    appendFileSync(lock, '<<<<<<< HEAD\n')
    return { machine, lock }
  }

  test.each(['lock', 'verify', 'outdated'])(
    '%s says so, and neither that nothing is installed nor that nothing was changed',
    async (name) => {
      const { machine, lock } = await broken()
      const { code, stdout, stderr } = await runMetier(machine, name)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(`error: ${lock} has unresolved merge conflicts\n`)
      expect(stderr).not.toMatch(/nothing was changed/i)
      expect(stderr).toContain(`Fix ${lock}, or restore it\n`)
    },
  )

  test('doctor says what to do, and info why it does not know the source', async () => {
    const { machine, lock } = await broken()
    expect((await runMetier(machine, 'doctor')).stdout).toContain(`Fix ${lock}, or restore it`)
    const { stdout } = await runMetier(machine, 'info', 'pdf')
    expect(stdout.replace(/\s+/g, ' ')).toContain(`problems ${lock} has unresolved merge conflicts`)
  })

  test('does not hide what the other locks say', async () => {
    const { machine, lock } = await broken()
    await runMetier(machine, 'install', 'pdf', '--from', 'local:offered', '--project')
    const { code, stdout, stderr } = await runMetier(machine, 'lock')
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/^pdf /) })
    expect(stderr).toContain(`error: ${lock} has`)
    expect(await runMetier(machine, 'lock', 'docx')).toMatchObject({ code: 1, stderr: expect.stringContaining(lock) })
  })

  test('is no skill to update, and is named once before what to do', async () => {
    const { machine, lock } = await broken()
    const { code, stdout, stderr } = await runMetier(machine, 'update')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const said = `error: ${lock} has unresolved merge conflicts\nFix ${lock}, or restore it\n`
    expect(stderr).toBe(said)
    const { stdout: json } = await runMetier(machine, 'update', '--json')
    expect(JSON.parse(json)).toMatchObject({ updated: 0, skills: [], errors: [expect.stringContaining(lock)] })
  })
})

describe('metier outdated', () => {
  test('ends with 1 when a source could not be asked, and says in columns what each has', async () => {
    const machine = await installed()
    writeText(join(machine.project, 'offered/docx/SKILL.md'), skillText('docx', 'Reads more'))
    rmSync(join(machine.project, 'offered/pdf'), { recursive: true })
    const { code, stdout } = await runMetier(machine, 'outdated')
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(
        /^docx {2}outdated {5}sha256:[0-9a-f]{12} → sha256:[0-9a-f]{12}\npdf {3}unavailable {2}\S.*\n\nShow the changes and update: metier update --diff\n$/,
      ),
    })
  })
})

describe('what differs from the lock', () => {
  /** Runs what was suggested, as it was. */
  function runSuggested(machine: Machine, stdout: string) {
    const [, command = ''] = /^ +(metier install --frozen .*)$/m.exec(stdout) ?? []
    const definition = `metier() { '${process.execPath}' '${machine.main}' "$@"; }`
    return runProgram(machine, '/bin/sh', ['-c', `${definition}; ${command}`])
  }

  test.each([
    ['the user', [], 'metier install --frozen pdf\n'],
    ['the project', ['--project'], 'metier install --frozen pdf --project\n'],
    ['a root of its own', ['--root', 'own'], 'metier install --frozen pdf --root '],
  ] as const)('is brought back by the command that verify gives: %s', async (_, where, expected) => {
    const machine = await installed(...where)
    const { stdout: locks } = await runMetier(machine, 'lock', '--json', ...where)
    const root = String(JSON.parse(locks).skills[0].root)
    writeFileSync(join(root, 'pdf/SKILL.md'), 'changed')
    const words = where[0] === '--root' ? where : []
    const { code, stdout } = await runMetier(machine, 'verify', ...words)
    expect(code).toBe(1)
    expect(stdout).toContain(expected)
    expect(await runSuggested(machine, stdout)).toMatchObject({ code: 0, stdout: 'pdf restored\n' })
    expect((await runMetier(machine, 'verify', ...words)).code).toBe(0)
  })

  test('is a warning of doctor, with the command that brings it back', async () => {
    const machine = await installed('--project')
    writeFileSync(join(machine.project, '.agents/skills/pdf/SKILL.md'), skillText('pdf', 'Changed'))
    const { code, stdout } = await runMetier(machine, 'doctor')
    expect(code).toBe(0)
    expect(stdout).toContain('    metier install --frozen pdf --project\n')
    expect(stdout).toMatch(/^! 0 errors, 1 warning, /m)
  })
})

test('a skill that lost its folder is brought back by the same words of info, check and verify, from a subfolder too', async () => {
  const machine = await installed('--project')
  for (const folder of ['.git', 'below']) mkdirSync(join(machine.project, folder))
  const root = join(machine.project, '.agents/skills')
  rmSync(join(root, 'pdf'), { recursive: true })
  const said = (words: readonly string[]) => runMetier(machine, ...words, '--workdir', 'below')
  const command = 'metier install --frozen pdf --project --workdir below\n'
  expect((await said(['verify'])).stdout).toContain(`  ${command}`)
  for (const name of ['info', 'check', 'enable', 'approve']) {
    expect((await said([name, 'pdf'])).stderr).toContain(
      `The skill is in ${root}.lock.json, but its directory is missing. Restore it: ${command}`,
    )
  }
})

describe('metier lock', () => {
  test('shows digests as short as metier rollback takes them', async () => {
    const machine = await installed()
    const file = join(machine.home, '.agents/skills/pdf/SKILL.md')
    const before = readFileSync(file, 'utf8')
    writeText(join(machine.project, 'offered/pdf/SKILL.md'), skillText('pdf', 'Reads more'))
    await runMetier(machine, 'update', 'pdf')
    const { stdout } = await runMetier(machine, 'lock', 'pdf')
    const [, kept = ''] = /kept: (sha256:[0-9a-f]{12}) /.exec(stdout) ?? []
    expect(stdout).not.toMatch(/[0-9a-f]{13}/)
    const few = kept.slice('sha256:'.length, 'sha256:'.length + 4)
    expect(await runMetier(machine, 'rollback', 'pdf', '--to', few.slice(1))).toMatchObject({ code: 1 })
    expect(await runMetier(machine, 'rollback', 'pdf', '--to', few)).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(await runMetier(machine, 'rollback', 'pdf')).toMatchObject({ code: 0 })
    expect(await runMetier(machine, 'rollback', 'pdf', '--to', kept)).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  test('is what rollback names in short where a version is not kept, and no other skill', async () => {
    const machine = await installed()
    writeText(join(machine.project, 'offered/pdg/SKILL.md'), skillText('pdg', 'Has a name that is near'))
    await runMetier(machine, 'install', 'pdg', '--from', 'local:offered')
    writeText(join(machine.project, 'offered/pdf/SKILL.md'), skillText('pdf', 'Reads more'))
    await runMetier(machine, 'update', 'pdf')
    const { code, stderr } = await runMetier(machine, 'rollback', 'pdf', '--to', 'sha256:0000')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: No version sha256:0000 of 'pdf' is kept\nAvailable: sha256:[0-9a-f]{12}\n$/)
  })

  test('keeps no version that is the one in place', async () => {
    const machine = await installed()
    await runMetier(machine, 'install', 'pdf', '--from', 'local:offered', '--force')
    const { stdout } = await runMetier(machine, 'lock', 'pdf', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ skills: [{ name: 'pdf', kept: [] }] })
  })
})
