/** What is no edit of the user is not called one. */

import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createInstalled, OFFERED } from './offered-skill.js'
import { type Machine, runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
const folderIn = ({ home }: Machine) => join(home, '.agents/skills/pdf')

describe('an installed copy with exactly the files that the source has now', () => {
  async function createAlike(): Promise<Machine> {
    const machine = await createInstalled(metier)
    const source = join(machine.project, 'offered/pdf/SKILL.md')
    writeFileSync(source, `${readFileSync(source, 'utf8')}A fix\n`)
    copyFileSync(source, join(folderIn(machine), 'SKILL.md'))
    return machine
  }

  test('is outdated, and not called edited', async () => {
    const { code, stdout } = await runMetier(await createAlike(), 'outdated')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^pdf +outdated +sha256:\S+ → sha256:\S+\n\nShow the changes and update: metier update --diff\n$/,
      ),
    })
  })

  test.each([[['update']], [['update', 'pdf']]])('is recorded by %j as the new version', async (words) => {
    const machine = await createAlike()
    expect(await runMetier(machine, ...words)).toMatchObject({ code: 0, stdout: expect.stringContaining('updated') })
    expect(await runMetier(machine, 'verify')).toMatchObject({ code: 0 })
    expect((await runMetier(machine, 'outdated')).stdout).toMatch(/^pdf +current/)
  })
})

describe('files that operating systems leave behind', () => {
  test('change nothing: not verify, not update, not the approval, not what is kept', async () => {
    const tools = 'tools:\n  - name: fill\n    description: Fills in a form\n    run: [node, scripts/run.js]\n'
    const machine = await createInstalled(metier, {
      ...OFFERED,
      'offered/pdf/tools.yaml': tools,
      'offered/pdf/scripts/run.js': 'console.log(1)\n',
    })
    expect(await runMetier(machine, 'approve', 'pdf', '--yes')).toMatchObject({ code: 0 })
    for (const path of ['.DS_Store', 'scripts/.DS_Store', 'Thumbs.db'])
      writeFileSync(join(folderIn(machine), path), 'x')
    expect(await runMetier(machine, 'verify')).toMatchObject({ code: 0 })
    expect(await runJson(machine, 'approve', 'pdf', '--show')).toMatchObject({ approved: true })
    writeText(join(machine.project, 'offered/pdf/scripts/run.js'), 'console.log(2)\n')
    expect(await runMetier(machine, 'update', 'pdf')).toMatchObject({ code: 0 })
    expect(await runJson(machine, 'lock')).toMatchObject({ skills: [{ kept: [{ isChanged: false }] }] })
  })

  test('come in with no bundle', async () => {
    const machine = await createInstalled(metier, { ...OFFERED, 'offered/pdf/.DS_Store': 'x' })
    expect(existsSync(join(folderIn(machine), '.DS_Store'))).toBe(false)
  })
})

test('two owners in one source: each skill is installed by the path that the source lists', async () => {
  const machine = metier.create({
    'offered/@acme/db/SKILL.md': skillText('db', 'Database of acme'),
    'offered/@beta/db/SKILL.md': skillText('db', 'Database of beta'),
  })
  expect(await runMetier(machine, 'install', './offered', '@acme/db')).toMatchObject({ code: 0 })
  expect(readFileSync(join(machine.home, '.agents/skills/@acme/db/SKILL.md'), 'utf8')).toContain('acme')
  rmSync(join(machine.home, '.agents'), { recursive: true })
  const other = metier.create({
    'repo/skills/@acme/db/SKILL.md': skillText('db', 'Database of acme'),
    'repo/skills/@beta/db/SKILL.md': skillText('db', 'Database of beta'),
  })
  for (const name of ['@beta/db', 'skills/@beta/db']) {
    expect(await runMetier(other, 'install', './repo', name, '--force')).toMatchObject({ code: 0 })
  }
})

test('a damaged file of approvals is named by doctor and approve, with what to do', async () => {
  const machine = await createInstalled(metier, {
    ...OFFERED,
    'offered/pdf/SKILL.md': skillText('pdf', 'Reads', 'allowed-tools: Bash\n'),
  })
  const file = join(machine.home, '.metier/approvals.json')
  writeText(file, '{')
  const advice = `Fix ${file}, or remove it to revoke every approval`
  const approved = await runMetier(machine, 'approve', 'pdf', '--yes')
  expect(approved).toMatchObject({ code: 1, stderr: expect.stringContaining(advice) })
  const doctor = await runMetier(machine, 'doctor')
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining(advice) })
  expect(doctor.stdout).toContain(`${file} cannot be read`)
  expect(await runJson(machine, 'approve', 'pdf', '--yes')).toMatchObject({ hint: advice })
})

test('verify shows what ClawHub’s client installed, where that client puts it', async () => {
  const machine = metier.create({
    'skills/pdf/SKILL.md': skillText('pdf', 'Reads PDF files'),
    'skills/pdf/.clawhub/origin.json': JSON.stringify({
      version: 1,
      registry: 'https://clawhub.ai',
      slug: 'pdf',
      installedVersion: '1.2.0',
      installedAt: 1_700_000_000_000,
    }),
    '.clawhub/lock.json': JSON.stringify({
      version: 1,
      skills: { pdf: { version: '1.2.0', installedAt: 1_700_000_000_000 } },
    }),
  })
  const { code, stdout } = await runMetier(machine, 'verify', '--offline')
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^unmanaged +pdf +from clawhub 1\.2\.0\n/),
  })
  expect(existsSync(join(machine.project, 'skills.lock.json'))).toBe(false)
})
