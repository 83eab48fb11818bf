/** What `--project` means: one directory, from wherever in the repository the command is called. */

import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OFFERED } from './offered-skill.js'
import { type Machine, runJson, runMetier, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
const LOCK = '.agents/skills.lock.json'
const INSTALL = ['install', './offered', 'pdf', '--project'] as const

function createRepository(): Machine {
  const machine = metier.create(OFFERED)
  mkdirSync(join(machine.project, '.git'))
  mkdirSync(join(machine.project, 'sub/deep'), { recursive: true })
  return machine
}

const below = (machine: Machine, path: string): Machine => ({ ...machine, project: join(machine.project, path) })

describe('from a subdirectory', () => {
  test("install --project installs into the repository's root, where config --project writes too", async () => {
    const machine = createRepository()
    const deep = below(machine, 'sub/deep')
    await runMetier(deep, 'config', 'set', 'skills.trustProject', 'ask', '--project')
    expect(await runJson(deep, 'install', '../../offered', 'pdf', '--project')).toMatchObject({ installed: true })
    expect(existsSync(join(machine.project, '.agents/skills/pdf/SKILL.md'))).toBe(true)
    expect(existsSync(join(machine.project, '.metier/config.json'))).toBe(true)
    expect(existsSync(join(deep.project, '.agents'))).toBe(false)
    expect(JSON.stringify(await runJson(deep, 'list'))).toContain('"pdf"')
    expect(await runMetier(deep, 'remove', 'pdf', '--project')).toMatchObject({ code: 0 })
  })

  test('a nearer directory that has a lockfile keeps its skills', async () => {
    const machine = createRepository()
    const lock = join(machine.project, 'sub', LOCK)
    writeText(lock, '{"version":1,"skills":{}}')
    expect(await runJson(below(machine, 'sub/deep'), 'install', '../../offered', 'pdf', '--project')).toMatchObject({
      installed: true,
    })
    expect(existsSync(join(machine.project, 'sub/.agents/skills/pdf/SKILL.md'))).toBe(true)
  })
})

describe('a source inside the project', () => {
  test('is recorded relative to it, and found in a clone, also from a subdirectory', async () => {
    const machine = createRepository()
    await runMetier(machine, ...INSTALL)
    expect(readFileSync(join(machine.project, LOCK), 'utf8')).toContain('"source": "local:./offered"')
    const clone = { ...machine, project: join(dirname(machine.project), 'clone') }
    cpSync(machine.project, clone.project, { recursive: true })
    renameSync(machine.project, `${machine.project}-elsewhere`)
    rmSync(join(clone.project, '.agents/skills'), { recursive: true })
    const deep = below(clone, 'sub/deep')
    expect(await runJson(deep, 'install', '--frozen', '--project')).toMatchObject({ installed: true })
    const root = join(clone.project, '.agents/skills')
    rmSync(root, { recursive: true })
    expect(await runJson(deep, 'install', '--frozen', '--root', root)).toMatchObject({ installed: true })
    expect(await runJson(deep, 'outdated')).toMatchObject({ skills: [{ status: 'current' }] })
    const text = OFFERED['offered/pdf/SKILL.md']
    writeFileSync(join(clone.project, 'offered/pdf/SKILL.md'), `${text}More\n`)
    expect(await runJson(deep, 'update')).toMatchObject({ updated: 1 })
    expect(readFileSync(join(clone.project, LOCK), 'utf8')).toContain('"source": "local:./offered"')
  })

  test('that an older lockfile records with its whole path is still found; your own lockfile has whole paths', async () => {
    const machine = createRepository()
    const source = `local:${join(machine.project, 'offered')}`
    await runMetier(machine, ...INSTALL)
    const lock = join(machine.project, LOCK)
    writeFileSync(lock, readFileSync(lock, 'utf8').replace('local:./offered', source))
    rmSync(join(machine.project, '.agents/skills'), { recursive: true })
    expect(await runJson(machine, 'install', '--frozen', '--project')).toMatchObject({ installed: true })
    await runMetier(machine, 'install', './offered', 'pdf')
    expect(readFileSync(join(machine.home, LOCK), 'utf8')).toContain(`"source": "${source}"`)
  })
})

describe('install --frozen without --project', () => {
  test("uses the project's lockfile if it is the only one, and says so", async () => {
    const machine = createRepository()
    await runMetier(machine, ...INSTALL)
    rmSync(join(machine.project, '.agents/skills'), { recursive: true })
    const { code, stdout, stderr } = await runMetier(machine, 'install', '--frozen')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'pdf restored\n' })
    expect(stderr).toContain(`Using the project's lockfile: ${join(machine.project, LOCK)}\n`)
    await runMetier(machine, 'install', './offered', 'pdf')
    expect((await runMetier(machine, 'install', '--frozen')).stderr).not.toContain('Using')
  })
})
