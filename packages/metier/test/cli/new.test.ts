import { existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installProgram, runMetier, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

describe('metier new', () => {
  test.each([
    [[], 4],
    [['--scripts'], 4],
    [['--tools', '--references', '--evals', '--license', 'MIT'], 5],
    [['--description', 'Says: "hello" # and more', '--in', 'skills/group'], 3],
  ])('with %j makes a skill that is conformant as it stands, with %i placeholders', async (options, warnings) => {
    const machine = metier.create()
    installProgram(machine, 'node')
    const { code, stdout } = await runMetier(machine, 'new', 'pdf-forms', ...options, '--json')
    expect(code).toBe(0)
    const { path, files } = JSON.parse(stdout) as { path: string; files: readonly string[] }
    expect(files.every((file) => existsSync(file))).toBe(true)
    const validation = await runMetier(machine, 'validate', path, '--strict', '--json')
    expect(validation.code).toBe(0)
    expect(JSON.parse(validation.stdout)).toMatchObject({
      summary: { conformant: 1, errors: 0, warnings, notices: 0 },
    })
  })

  test.each(['pdf', 'renamed'])('validate warns of the untouched placeholder in %s', async (folder) => {
    const machine = metier.create()
    await runMetier(machine, 'new', 'pdf', '--yes')
    if (folder !== 'pdf') renameSync(join(machine.project, 'pdf'), join(machine.project, folder))
    await runMetier(machine, 'validate', folder, '--fix')
    const { code, stdout } = await runMetier(machine, 'validate', folder, '--strict')
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/3:1 +warning +description_placeholder/),
    })
    await runMetier(machine, 'new', 'docx', '--description', 'Describe what a Word file contains')
    expect((await runMetier(machine, 'validate', 'docx', '--strict')).stdout).not.toContain('description_placeholder')
  })

  test('lists the next commands, which work as they are', async () => {
    const machine = metier.create()
    const { stdout } = await runMetier(machine, 'new', 'my-pdf', '--tools', '--evals', '--yes')
    expect(stdout).toContain(`Next:
  metier validate my-pdf --strict
  metier test my-pdf
  metier approve my-pdf --root .
  metier tools --skill my-pdf --root .
  metier run my-pdf my_pdf '{"text":"hello"}' --root .
`)
    expect((await runMetier(machine, 'approve', 'my-pdf', '--root', '.', '--yes')).code).toBe(0)
    const listed = await runMetier(machine, 'tools', '--skill', 'my-pdf', '--root', '.')
    expect(listed.stdout).toContain('my_pdf')
    const found = await runMetier(machine, 'new', 'docx', '--tools', '--yes', '--in', '.agents/skills')
    expect(found.stdout).toContain('  metier approve docx\n')
  })

  test.each(['notes.txt', 'notes.txt/below'])('--in %s is refused, because it is a file', async (place) => {
    const machine = metier.create({ 'notes.txt': 'mine' })
    const { code, stderr } = await runMetier(machine, 'new', 'pdf', '--yes', '--in', place)
    expect(code).toBe(1)
    expect(stderr).toContain(`cannot be created: ${join(machine.project, 'notes.txt')} is a file`)
    expect(stderr).toContain('Choose a directory with --in DIR.')
  })

  test('a description is kept to the letter', async () => {
    const machine = metier.create()
    const description = 'Says: "hello" # and \\ more, 日本'
    await runMetier(machine, 'new', 'odd', '--description', description)
    const { stdout } = await runMetier(machine, 'info', 'odd', '--root', '.', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ name: 'odd', description })
  })

  test('the script that a tool runs can be run', async () => {
    const machine = metier.create()
    await runMetier(machine, 'new', 'tooled', '--tools', '--yes')
    expect(statSync(join(machine.project, 'tooled/scripts/example.mjs')).mode & 0o100).toBe(0o100)
    expect(readFileSync(join(machine.project, 'tooled/tools.yaml'), 'utf8')).toContain(
      'run: [node, scripts/example.mjs]',
    )
  })

  test('its own tests pass', async () => {
    const machine = metier.create()
    await runMetier(machine, 'new', 'tested', '--evals', '--in', 'skills')
    expect((await runMetier(machine, 'test', 'skills/tested')).code).toBe(0)
  })

  test('a folder that is there already is left alone', async () => {
    const machine = metier.create()
    writeText(join(machine.project, 'mine/notes.txt'), 'mine')
    const { code, stderr } = await runMetier(machine, 'new', 'mine')
    expect(code).toBe(1)
    expect(stderr).toContain('already exists')
    expect(existsSync(join(machine.project, 'mine/SKILL.md'))).toBe(false)
  })

  test.each(['Bad Name', '../escape', 'a--b', 'x'.repeat(65), '-x'])('the name %s is a misuse', async (name) => {
    const machine = metier.create()
    const { code, stderr } = await runMetier(machine, 'new', '--json', '--', name)
    expect(code).toBe(2)
    expect(stderr).toMatch(/Try: metier new [a-z0-9-]+/)
  })
})
