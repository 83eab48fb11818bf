/** Small things that a second look found: each sentence is true, and each hint works. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInstalled, OFFERED } from './offered-skill.js'
import { runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

test('install of a directory that looks like a repository proposes it with the options that were typed', async () => {
  const machine = metier.create(OFFERED)
  const { stderr } = await runMetier(machine, 'install', 'offered/pdf', '--project')
  expect(stderr).toContain('  metier install ./offered/pdf --project\n')
})

test('config list names the project only for a value that comes from it', async () => {
  const machine = metier.create()
  await runMetier(machine, 'config', 'set', 'sandbox', 'off', '--project')
  expect((await runMetier(machine, 'config', 'list')).stdout).toMatch(/^sandbox +"auto" +\(?default/m)
  await runMetier(machine, 'config', 'set', 'sandbox', 'require', '--project')
  expect((await runMetier(machine, 'config', 'list')).stdout).toMatch(/^sandbox +"require" +\(?project/m)
})

test('trust and disable say if nothing changed', async () => {
  const machine = await createInstalled(metier)
  for (const [words, first, second] of [
    [['trust', 'github.com/acme/*'], 'is now trusted', 'is already trusted'],
    [['disable', 'pdf'], 'is disabled', 'is already disabled'],
    [['enable', 'pdf'], 'is enabled', 'is already enabled'],
  ] as const) {
    expect((await runMetier(machine, ...words)).stdout).toContain(first)
    expect((await runMetier(machine, ...words)).stdout).toContain(second)
  }
})

test('update of a skill that its source has dropped does not propose another skill', async () => {
  const machine = metier.create({ ...OFFERED, 'offered/word/SKILL.md': skillText('word', 'Reads documents') })
  await runMetier(machine, 'install', './offered', 'pdf')
  rmSync(join(machine.project, 'offered/pdf'), { recursive: true })
  const { code, stderr } = await runMetier(machine, 'update', 'pdf')
  expect(code).toBe(1)
  expect(stderr).not.toContain('Install it as')
  expect(stderr).toContain("run 'metier remove pdf'")
})

test('an option of another command is not proposed as an argument', async () => {
  const { code, stderr } = await runMetier(metier.create(), 'rollback', '--plugin', 'p')
  expect(code).toBe(2)
  expect(stderr).not.toContain('put it after --')
})

test('unlink without skills speaks of links', async () => {
  const { stderr } = await runMetier(metier.create(), 'unlink', '--agent', 'all')
  expect(stderr).toContain('has no skills with links')
})

test('a bare repository takes a reference behind its path', async () => {
  const machine = metier.create({})
  const { code, stderr } = await runMetier(machine, 'install', './repo.git#v1', 'pdf')
  expect(code).toBe(1)
  expect(stderr).toContain('./repo.git#v1 does not exist')
  const folder = join(machine.project, 'repo.git')
  for (const name of ['objects', 'refs']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
  const found = await runMetier(machine, 'install', './repo.git#v1', 'pdf')
  expect(found.stderr).not.toContain('does not exist')
  expect(found.stderr).toContain(`git+file://${folder}`)
})

test('a project skill that waits for approval is not called disabled', async () => {
  const machine = metier.create({ '.agents/skills/t1/SKILL.md': skillText('t1', 'Is tool one') })
  mkdirSync(join(machine.project, '.git'))
  await runMetier(machine, 'config', 'set', 'skills.trustProject', 'ask')
  const { code, stdout } = await runMetier(machine, 'call', 'activate_skill', '{"name":"t1"}', '--json')
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("Skill 't1' is not approved") })
  expect(stdout).toContain('Review and approve it: metier approve t1')
  const enabled = await runMetier(machine, 'enable', 't1')
  expect(enabled.stdout).toContain('t1 is already enabled')
  expect(enabled.stdout).toContain('It still needs your approval: metier approve t1\n')
})

test('a damaged list of kept versions is named by rollback, and a damaged copy leads to another version', async () => {
  const machine = await createInstalled(metier)
  for (const line of ['echo 2', 'echo 3']) {
    writeText(join(machine.project, 'offered/pdf/scripts/run.sh'), `${line}\n`)
    await runMetier(machine, 'update', 'pdf')
  }
  const store = join(machine.home, '.agents/skills/.metier-store')
  const list = join(store, 'versions/pdf.json')
  const text = readFileSync(list, 'utf8')
  const script = JSON.parse(text)[0].entry.files.find(({ path }: { path: string }) => path === 'scripts/run.sh')
  writeFileSync(join(store, 'objects', script.sha256.slice(0, 2), script.sha256.slice(2)), 'damaged')
  const damaged = await runMetier(machine, 'rollback', 'pdf')
  expect(damaged.code).toBe(1)
  const [, to = ''] = /Restore another version with --to: (sha256:[0-9a-f]{12})/.exec(damaged.stderr) ?? []
  expect(await runMetier(machine, 'rollback', 'pdf', '--to', to)).toMatchObject({ code: 0 })
  writeFileSync(list, '[')
  const { code, stderr } = await runMetier(machine, 'rollback', 'pdf')
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`cannot be read: ${list}`) })
})

test('a name that no lockfile has is not looked for in a file that does not exist', async () => {
  const machine = metier.create(OFFERED)
  mkdirSync(join(machine.project, '.git'))
  await runMetier(machine, 'install', './offered', 'pdf', '--project')
  for (const command of ['update', 'remove']) {
    const { code, stderr } = await runMetier(machine, command, 'cal')
    expect(code).toBe(1)
    expect(stderr).toContain(`'cal' is not in ${join(machine.project, '.agents/skills.lock.json')}\n`)
  }
})

test('a source elsewhere in the repository is recorded relative to the package that has the lockfile', async () => {
  const machine = metier.create({ ...OFFERED, '.git/HEAD': '', 'package/x': '' })
  const inner = { ...machine, project: join(machine.project, 'package') }
  writeText(join(inner.project, '.agents/skills.lock.json'), '{"version":1,"skills":{}}')
  expect(await runMetier(inner, 'install', '../offered', 'pdf', '--project')).toMatchObject({ code: 0 })
  expect(readFileSync(join(inner.project, '.agents/skills.lock.json'), 'utf8')).toContain(
    '"source": "local:../offered"',
  )
  rmSync(join(inner.project, '.agents/skills'), { recursive: true })
  expect(await runMetier(inner, 'install', '--frozen', '--project')).toMatchObject({ code: 0 })
  expect((await runMetier(inner, 'outdated')).stdout).toMatch(/^pdf +current/)
})

test('serve names an address that is not of this machine, and what to use', async () => {
  const { code, stderr } = await runMetier(metier.create(), 'serve', '--host', '203.0.113.7', '--port', '18199')
  expect(code).toBe(1)
  expect(stderr).toContain('203.0.113.7 is not an address of this machine')
  expect(stderr).toContain('Use an address of this machine')
})

test('install takes a root or the project, not both', async () => {
  const { code, stderr } = await runMetier(
    metier.create(OFFERED),
    'install',
    './offered',
    'pdf',
    '--root',
    'team',
    '--project',
  )
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--project cannot be used with --root') })
})
