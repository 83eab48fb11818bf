/** Folders and files that the user may not read: each command says so, and does what it can with the rest. */

import { chmodSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asOtherUser, isCheckoutShared, isSuperuser, lockPath } from '../support/other-user.js'
import { type Ending, type Machine, runJson, runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()

/** A machine whose other users can write to their home, and enter the project. */
function createShared(files: Readonly<Record<string, string>>): Machine {
  const machine = metier.create(files)
  for (const path of [dirname(dirname(machine.home)), machine.project]) chmodSync(path, 0o755)
  for (const path of [dirname(machine.home), machine.home]) chmodSync(path, 0o777)
  return machine
}

function runDenied(machine: Machine, ...words: readonly string[]): Promise<Ending> {
  return asOtherUser(() => runMetier(machine, ...words))
}

interface Audited {
  readonly skills: readonly {
    readonly path: string
    readonly verdict: string
    readonly coverage: { readonly unread: number }
    readonly findings: readonly { readonly message: string }[]
  }[]
}

const TWO = {
  'skills/open/SKILL.md': skillText('open', 'Opens things'),
  'skills/shut/SKILL.md': skillText('shut', 'Shuts things'),
  'skills/shut/scripts/run.sh': 'echo hello\n',
}

describe.skipIf(!isCheckoutShared)('an installed skill whose folder cannot be read', () => {
  test('info, doctor and validate agree, and name the command that helps', async () => {
    const machine = createShared({
      '.agents/skills/open/SKILL.md': skillText('open', 'Opens things'),
      '.agents/skills/shut/SKILL.md': skillText('shut', 'Shuts things'),
    })
    const folder = join(machine.project, '.agents/skills/shut')
    lockPath(folder)
    const command = `chmod u+rx ${folder}\n`
    expect((await runDenied(machine, 'info', 'shut')).stderr).toContain(
      `See all its problems: metier validate ${folder}`,
    )
    const said = async (...words: readonly string[]) => {
      const { code, stdout, stderr } = await runDenied(machine, ...words)
      return { code, text: stdout + stderr }
    }
    for (const words of [['doctor'], ['validate', '.agents/skills'], ['validate', folder], ['audit', folder]]) {
      const { code, text } = await said(...words)
      expect({ words, code, helps: text.includes(command) }).toEqual({ words, code: 1, helps: true })
      expect(text).not.toContain('chmod u+r ')
    }
    chmodSync(folder, 0o755)
    expect(await said('info', 'shut')).toMatchObject({ code: 0 })
  })

  test.each([
    ['a folder', 'scripts', 'u+rx'],
    ['a file', 'scripts/run.sh', 'u+r'],
  ])('%s inside it: the skill can be used, and each command says what helps', async (_, locked, rights) => {
    const machine = createShared({
      '.agents/skills/shut/SKILL.md': skillText('shut', 'Shuts things'),
      '.agents/skills/shut/scripts/run.sh': 'echo hello\n',
    })
    const path = join(machine.project, '.agents/skills/shut', locked)
    lockPath(path)
    for (const words of [['info', 'shut'], ['doctor'], ['validate', '.agents/skills']]) {
      const { code, stdout } = await runDenied(machine, ...words)
      const said = stdout.replaceAll(/\n +/g, ' ')
      expect({ words, code }).toEqual({ words, code: 0 })
      expect(said).toContain(`${path} cannot be read (EACCES)`)
      expect(said).toContain(`chmod ${rights} ${path}`)
    }
    const info = JSON.parse((await runDenied(machine, 'info', 'shut', '--json')).stdout) as object
    expect(info).toMatchObject({ problems: [`${path} cannot be read (EACCES): chmod ${rights} ${path}`] })
    chmodSync(path, 0o755)
    expect(await runJson(machine, 'info', 'shut')).toMatchObject({ problems: [] })
  })
})

describe.skipIf(!isCheckoutShared || !isSuperuser)('what belongs to another user', () => {
  test('names them, because no command of this user helps', async () => {
    const machine = createShared({
      '.agents/skills/shut/SKILL.md': skillText('shut', 'Shuts things'),
      '.agents/skills/half/SKILL.md': skillText('half', 'Has a part that is shut'),
      '.agents/skills/half/refs/a.md': 'a\n',
    })
    const [shut, refs] = ['shut', 'half/refs'].map((path) => join(machine.project, '.agents/skills', path)) as [
      string,
      string,
    ]
    for (const path of [shut, refs]) chmodSync(path, 0o700)
    const { stdout } = await runDenied(machine, 'doctor')
    for (const path of [shut, refs]) expect(stdout).toContain(`Ask its owner (user id 0) to run: chmod a+rx ${path}\n`)
    expect(stdout).not.toContain('chmod u+')
  })
})

describe.skipIf(!isCheckoutShared)('install', () => {
  const OFFERS = Object.fromEntries(
    Object.entries(TWO).map(([path, text]) => [path.replace('skills', 'offered'), text]),
  )

  test.each(['offered/shut', 'offered/shut/scripts'])(
    '%s does not keep the others from being installed',
    async (locked) => {
      const machine = createShared(OFFERS)
      const folder = join(machine.project, locked)
      lockPath(folder)
      expect(await runDenied(machine, 'install', './offered', 'open')).toMatchObject({ code: 0 })
      const refused = await runDenied(machine, 'install', './offered', 'shut')
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`${folder} cannot be read (EACCES)`) })
      expect(refused.stderr).toContain(`Make it readable: chmod u+rx ${folder}\n`)
      const all = await runDenied(machine, 'install', './offered', '--all', '--force')
      expect(all).toMatchObject({ code: 1, stdout: expect.stringContaining('1 installed, 1 skipped: shut') })
    },
  )
})

test.skipIf(!isCheckoutShared)(
  'a SKILL.md that cannot be read is refused by install with the command that helps',
  async () => {
    const machine = createShared({ 'sub/SKILL.md': skillText('sub', 'Is one skill') })
    const file = join(machine.project, 'sub/SKILL.md')
    lockPath(file)
    expect((await runDenied(machine, 'install', './sub')).stderr).toContain(`Make it readable: chmod u+r ${file}\n`)
  },
)

test.skipIf(!isCheckoutShared)('a part of a single skill that cannot be read is not offered as a skill', async () => {
  const machine = createShared({ 'sub/SKILL.md': skillText('sub', 'Is one skill'), 'sub/refs/a.md': 'a\n' })
  lockPath(join(machine.project, 'sub/refs'))
  const listed = await runDenied(machine, 'install', './sub', '--list')
  expect(listed.stdout).toMatch(/^sub /m)
  expect(listed.stdout).not.toMatch(/^refs/m)
  expect((await runDenied(machine, 'install', './sub')).stderr).toContain('error: sub: ')
})

describe.skipIf(!isCheckoutShared)('audit', () => {
  test.each([
    ['the folder of a skill', 'skills/shut', '\\.'],
    ['a folder inside a skill', 'skills/shut/scripts', 'scripts'],
  ])('%s that cannot be read is a finding, and the other skills are audited', async (_, locked, file) => {
    const machine = createShared(TWO)
    chmodSync(join(machine.project, locked), 0)
    const { code, stdout, stderr } = await runDenied(machine, 'audit', 'skills', '--json')
    expect(stderr).toBe('')
    const { skills } = JSON.parse(stdout) as Audited
    expect(skills.map(({ path }) => path)).toEqual(
      ['open', 'shut'].map((name) => join(machine.project, 'skills', name)),
    )
    expect(skills[0]).toMatchObject({ verdict: 'pass', coverage: { unread: 0 } })
    expect(skills[1]?.verdict).not.toBe('pass')
    expect(skills[1]).toMatchObject({ coverage: { unread: 1 } })
    expect(skills[1]?.findings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(new RegExp(`cannot be read.*\\(${file}\\)$`)),
    )
    expect([0, 1]).toContain(code)
  })

  test('a folder that was named and cannot be read is refused, not a bug', async () => {
    const machine = createShared(TWO)
    chmodSync(join(machine.project, 'skills/shut'), 0)
    const { code, stdout, stderr } = await runDenied(machine, 'audit', 'skills/shut')
    expect(`${stdout}${stderr}`).not.toContain('bug')
    expect({ code, said: `${stdout}${stderr}` }).toMatchObject({
      code: 1,
      said: expect.stringContaining('cannot be read'),
    })
  })
})
