/** What `--project` means: one directory, from wherever in the repository the command is called. */

import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OFFERED } from './offered-skill.js'
import { type Machine, runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'

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

describe('install --frozen --project with several lockfiles', () => {
  /** A repository with three: at its root, in a package, and of another directory of the package. Nothing is installed after the clone. */
  async function createSeveral() {
    const machine = metier.create({
      '.git/HEAD': '',
      'package/x': '',
      ...OFFERED,
      'offered/docx/SKILL.md': skillText('docx', 'Reads documents'),
      'offered/mail/SKILL.md': skillText('mail', 'Sends mail'),
    })
    const inner = below(machine, 'package')
    await runMetier(machine, 'install', './offered', 'pdf', '--project')
    await runMetier(inner, 'install', '../offered', 'docx', '--root', '.agents/skills')
    await runMetier(inner, 'install', '../offered', 'mail', '--root', '.codex/skills')
    const roots = ['.agents/skills', 'package/.agents/skills', 'package/.codex/skills']
    const paths = roots.map((path) => join(machine.project, path))
    for (const path of paths) rmSync(path, { recursive: true })
    const [top = '', own = '', codex = ''] = paths
    return { machine, inner, top, own, codex }
  }

  test('restores all of them, from the working directory up to the root, and says which skill is where', async () => {
    const { inner, top, own, codex } = await createSeveral()
    const { code, stdout } = await runMetier(inner, 'install', '--frozen', '--project')
    expect({ code, stdout: stdout.split('\n').sort() }).toEqual({
      code: 0,
      stdout: [
        '',
        expect.stringMatching(/^docx .*restored$/),
        expect.stringMatching(/^mail .*restored$/),
        expect.stringMatching(/^pdf .*restored$/),
      ],
    })
    for (const path of [join(top, 'pdf'), join(own, 'docx'), join(codex, 'mail')]) {
      expect(existsSync(join(path, 'SKILL.md'))).toBe(true)
    }
    expect(await runJson(inner, 'install', '--frozen', '--project')).toMatchObject({
      installed: true,
      skills: expect.arrayContaining([{ name: 'pdf', status: 'unchanged', root: top, scope: 'project' }]),
    })
    expect(await runMetier(inner, 'verify', '--project', '--offline')).toMatchObject({ code: 0 })
  })

  test('restores a named skill wherever a lockfile names it, and nothing if none does', async () => {
    const { inner, top, own } = await createSeveral()
    expect(await runJson(inner, 'install', '--frozen', '--project', 'pdf', 'missing')).toMatchObject({
      installed: false,
      code: 'skill_not_found',
      error: expect.stringContaining("'missing' is not in a lockfile"),
    })
    expect(existsSync(join(top, 'pdf'))).toBe(false)
    expect(await runJson(inner, 'install', '--frozen', '--project', 'pdf')).toMatchObject({ skills: [{ root: top }] })
    expect(existsSync(join(top, 'pdf'))).toBe(true)
    expect(existsSync(join(own, 'docx'))).toBe(false)
  })

  test('changes nothing if one of them cannot be read', async () => {
    const { inner, top, own } = await createSeveral()
    writeFileSync(`${top}.lock.json`, '<<<<<<< HEAD\n')
    const { code, stderr } = await runMetier(inner, 'install', '--frozen', '--project')
    expect(code).toBe(1)
    expect(stderr).toContain(`${top}.lock.json has unresolved merge conflicts`)
    expect(existsSync(join(own, 'docx'))).toBe(false)
  })

  test('names them all if you have none of your own and gave no --project', async () => {
    const { inner, top, own, codex } = await createSeveral()
    const { code, stderr } = await runMetier(inner, 'install', '--frozen')
    expect(code).toBe(0)
    expect(stderr).toContain("Using the project's lockfiles: ")
    for (const root of [top, own, codex]) expect(stderr).toContain(`${root}.lock.json`)
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
