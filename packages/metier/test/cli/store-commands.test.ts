/** The store at a terminal: exit codes, JSON and what is said. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startClawhub } from '../servers/clawhub.js'
import { createInstalled, OFFERED } from './offered-skill.js'
import { type Machine, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
const installed = (files = OFFERED) => createInstalled(metier, files)

async function run(machine: Machine, ...words: readonly string[]) {
  const { code, stdout, stderr } = await runMetier(machine, ...words, '--json')
  return { code, stderr, json: JSON.parse(stdout) as Readonly<Record<string, unknown>> }
}

describe('metier install', () => {
  test("prints the contract's object and ends with 0", async () => {
    const machine = metier.create(OFFERED)
    const path = join(machine.home, '.agents/skills/pdf/SKILL.md')
    const { code, json, stderr } = await run(machine, 'install', 'pdf', '--from', 'local:offered')
    expect({ code, stderr, json }).toMatchObject({
      code: 0,
      stderr: '',
      json: { installed: true, name: 'pdf', path, eligible: true },
    })
    expect(existsSync(path)).toBe(true)
  })

  test('says for a person where it is', async () => {
    const { code, stdout } = await runMetier(metier.create(OFFERED), 'install', 'pdf', '--from', 'local:offered')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/✓ pdf installed in .*\n.*sha256:/) })
  })

  test('says how much came in, and what has no effect before it is approved', async () => {
    const machine = metier.create({
      ...OFFERED,
      'offered/pdf/tools.yaml': 'tools:\n  - { name: extract, description: Takes text, run: [sh, scripts/run.sh] }\n',
    })
    const words = ['install', 'pdf', '--from', 'local:offered']
    const { stdout } = await runMetier(machine, ...words)
    expect(stdout).toMatch(/ {2}Its tools have no effect .*\n {2}metier approve pdf\n {2}3 files, \d+ B, /)
    await run(machine, 'approve', 'pdf', '--yes')
    expect((await runMetier(machine, ...words, '--force')).stdout).not.toContain('metier approve')
    writeText(join(machine.project, 'offered/pdf/scripts/run.sh'), 'echo 2\n')
    expect((await runMetier(machine, 'update', 'pdf')).stdout).toContain('  metier approve pdf\n')
  })

  test.each([
    ['an untrusted source', ['pdf', '--from', 'https://sketchy.site/skill.md'], 1, 'untrusted source'],
    ['a name that is there', ['pdf', '--from', 'local:offered'], 1, 'skill exists'],
    ['no source', ['pdf'], 2, "source required for 'install' action"],
    ['no name', ['--from', 'clawhub'], 2, "skill name required for 'install' action"],
  ])('refuses %s', async (_, words, code, error) => {
    const machine = await installed()
    writeText(join(machine.project, 'offered/pdf/scripts/run.sh'), 'echo 2\n')
    expect(await run(machine, 'install', ...words)).toMatchObject({ code, json: { error } })
  })

  test('tells a person without a name what to do', async () => {
    const { code, stderr } = await runMetier(await installed(), 'install', '--from', 'clawhub')
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('name the skill to install') })
    expect(stderr).toContain('metier install NAME --from clawhub')
  })

  test('tells a person which option overwrites, and a program what the contract says (C-26)', async () => {
    const machine = await installed()
    writeText(join(machine.project, 'offered/pdf/scripts/run.sh'), 'echo 2\n')
    const words = ['install', 'pdf', '--from', 'local:offered']
    expect((await runMetier(machine, ...words)).stderr).toContain('Use --force to overwrite')
    expect(await run(machine, ...words)).toMatchObject({ json: { hint: 'Use force=true to overwrite' } })
  })

  test('says what is still missing, and what to type for it', async () => {
    const metadata = { openclaw: { requires: { env: ['SOME_TOKEN'], bins: ['no-such-tool'] } } }
    const more = `metadata: ${JSON.stringify(metadata)}\n`
    const machine = metier.create({ 'offered/pdf/SKILL.md': skillText('pdf', 'Reads PDF files', more) })
    const { stdout } = await runMetier(machine, 'install', 'pdf', '--from', 'local:offered')
    expect(stdout).toContain('\n  Cannot be used here yet. Missing binary: no-such-tool\n')
    expect(stdout).toContain('Missing environment variable: SOME_TOKEN\n  export SOME_TOKEN=…\n')
  })

  test('says which system a skill is for if it is not for this one', async () => {
    const more = `metadata: ${JSON.stringify({ openclaw: { os: ['plan9'], requires: { bins: ['no-such-tool'] } } })}\n`
    const machine = metier.create({ 'offered/pdf/SKILL.md': skillText('pdf', 'Reads PDF files', more) })
    const { stdout } = await runMetier(machine, 'install', 'pdf', '--from', 'local:offered')
    expect(stdout).toContain(`\n  Cannot be used here yet. Requires plan9 (current: ${process.platform})\n`)
    expect(stdout).not.toContain('no-such-tool')
  })

  test('tells a person how to trust a source, and what was refused', async () => {
    const words = ['install', 'pdf', '--from', 'github.com/a/b']
    const { code, stderr } = await runMetier(metier.create(), ...words)
    expect(code).toBe(1)
    expect(stderr).toContain('error: github.com/a/b: untrusted source\n')
    expect(stderr).toContain('To trust it, run: metier trust github.com/a/b\n')
  })

  test('tells a person what is wrong with what is no source, and nothing of trust', async () => {
    const words = ['install', 'pdf', '--from', 'git://127.0.0.1/bare.git']
    const { code, stderr } = await runMetier(metier.create(), ...words)
    expect(code).toBe(1)
    expect(stderr).toContain('this protocol is not allowed')
    expect(stderr).toContain('Use clawhub, local:/path')
    expect(stderr).not.toMatch(/trust/)
    expect(await run(metier.create(), ...words)).toMatchObject({
      json: { installed: false, error: 'untrusted source' },
    })
  })

  test('says which versions there are, and not the name that was asked for', async () => {
    const files = { 'SKILL.md': skillText('pdf', 'Reads PDF files') }
    const server = await startClawhub([{ slug: 'pdf', files, versions: ['1.0.0', '1.1.0'] }])
    const machine = metier.create()
    const variables = { ...machine.variables, CLAWHUB_REGISTRY: server.url }
    await runMetier({ ...machine, variables }, 'install', 'pdf', '--from', 'clawhub')
    const words = ['install', 'pdf@9.9.9', '--from', 'clawhub', '--force']
    const { code, stderr } = await runMetier({ ...machine, variables }, ...words)
    expect(code).toBe(1)
    expect(stderr).toContain('Latest versions: 1.1.0, 1.0.0\n')
    expect(stderr).not.toContain('Did you mean')
  })

  test('takes several names, or all that a source offers; one that fails does not stop the others', async () => {
    const machine = metier.create({ ...OFFERED, 'offered/docx/SKILL.md': skillText('docx', 'Reads documents') })
    const both = await runMetier(machine, 'install', 'pdf', 'none', 'docx', '--from', 'local:offered')
    expect(both).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/✓ pdf installed in [\s\S]*✓ docx installed in /),
    })
    expect(both.stderr).toMatch(/1 of 3 skills could not be installed[\s\S]*none: /)
    const again = await run(machine, 'install', '--all', '--from', 'local:offered', '--force')
    expect(again).toMatchObject({ code: 0, json: { installed: 2, skills: [{ name: 'docx' }, { name: 'pdf' }] } })
    expect(await run(machine, 'install', '--all', 'pdf', '--from', 'local:offered')).toMatchObject({ code: 2 })
    expect(await run(machine, 'install', '--all', '--from', 'sketchy.site')).toMatchObject({
      code: 1,
      json: { installed: false, error: 'untrusted source' },
    })
  })

  test('--project writes into the project', async () => {
    const machine = metier.create(OFFERED)
    await run(machine, 'install', 'pdf', '--from', 'local:offered', '--project')
    expect(existsSync(join(machine.project, '.agents/skills/pdf/SKILL.md'))).toBe(true)
    expect(existsSync(join(machine.project, '.agents/skills.lock.json'))).toBe(true)
  })

  test('--frozen restores what the lock says', async () => {
    const machine = await installed()
    rmSync(join(machine.home, '.agents/skills'), { recursive: true })
    expect(await run(machine, 'install', '--frozen')).toMatchObject({
      code: 0,
      json: { skills: [{ name: 'pdf', status: 'restored' }] },
    })
    writeText(join(machine.project, 'offered/pdf/scripts/run.sh'), 'echo 2\n')
    rmSync(join(machine.home, '.agents/skills/pdf'), { recursive: true })
    expect(await run(machine, 'install', '--frozen')).toMatchObject({ code: 1, json: { installed: false } })
  })

  test('--root installs there', async () => {
    const machine = metier.create(OFFERED)
    const root = join(machine.project, 'own/skills')
    await run(machine, 'install', 'pdf', '--from', 'local:offered', '--root', root)
    expect(existsSync(join(root, 'pdf/SKILL.md'))).toBe(true)
    expect(await run(machine, 'list', '--root', root)).toMatchObject({ json: { count: 1 } })
  })
})

describe('metier verify', () => {
  test('ends with 1 when a file was changed, and names it', async () => {
    const machine = await installed()
    expect(await run(machine, 'verify')).toMatchObject({
      code: 0,
      json: { ok: true, skills: [{ name: 'pdf', status: 'ok', changed: [] }] },
    })
    writeFileSync(join(machine.home, '.agents/skills/pdf/scripts/run.sh'), 'echo changed\n')
    expect(await run(machine, 'verify')).toMatchObject({
      code: 1,
      json: { ok: false, skills: [{ name: 'pdf', status: 'changed', changed: ['scripts/run.sh'] }] },
    })
  })

  test('shows what no lock names, without complaint', async () => {
    const machine = metier.create()
    writeText(join(machine.home, '.agents/skills/mine/SKILL.md'), skillText('mine', 'x'))
    expect(await run(machine, 'verify')).toMatchObject({
      code: 0,
      json: { ok: true, skills: [{ name: 'mine', status: 'unmanaged' }] },
    })
  })
})

test('metier outdated, update, rollback and remove follow one another', async () => {
  const machine = await installed()
  const script = join(machine.home, '.agents/skills/pdf/scripts/run.sh')
  writeText(join(machine.project, 'offered/pdf/scripts/run.sh'), 'echo 2\n')
  expect(await run(machine, 'outdated')).toMatchObject({ code: 0, json: { outdated: 1 } })
  const { code, stdout } = await runMetier(machine, 'update')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('-echo 1\n  +echo 2') })
  const [{ digest }] = ((await run(machine, 'lock', 'pdf')).json as { skills: [{ kept: [{ digest: string }] }] })
    .skills[0].kept
  expect((await runMetier(machine, 'rollback', 'pdf')).stdout).toContain(
    `✓ pdf rolled back to ${digest.slice(0, 19)} in `,
  )
  expect(readFileSync(script, 'utf8')).toBe('echo 1\n')
  expect(await run(machine, 'lock', 'pdf')).toMatchObject({ json: { skills: [{ name: 'pdf', kept: [{}, {}] }] } })
  expect(await run(machine, 'remove', 'pdf')).toMatchObject({ code: 0, json: { removed: true } })
  expect(await run(machine, 'remove', 'pdf')).toMatchObject({ code: 1, json: { removed: false } })
  expect(existsSync(script)).toBe(false)
})

test.each([
  ['remove', 'pdff'],
  ['update', 'pfd'],
  ['rollback', 'pdff'],
  ['lock', 'pdff'],
  ['lock', '--pin', 'pdff'],
])('metier %s %s: a mistyped skill gets the nearest that is installed', async (...words) => {
  const { code, stderr } = await runMetier(await installed(), ...words)
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('Did you mean: pdf\n') })
})

test('metier update says that nothing is installed where nothing is', async () => {
  const { code, stdout } = await runMetier(metier.create(), 'update')
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout:
      "No skills installed by Metier. Run 'metier list' to see all skills.\n" +
      'Find one: metier search QUERY --from clawhub\nInstall one: metier install NAME --from clawhub\n',
  })
})

test.each([
  [[], 'home', 'metier install --frozen pdf'],
  [['--project'], 'project', 'metier install --frozen pdf --project'],
] as const)(
  'a skill of the lock whose folder is gone (%j) comes back by what info says',
  async (more, place, command) => {
    const machine = metier.create(OFFERED)
    await run(machine, 'install', 'pdf', '--from', 'local:offered', ...more)
    rmSync(join(machine[place], '.agents/skills/pdf'), { recursive: true })
    const lost = await run(machine, 'info', 'pdf')
    expect(lost).toMatchObject({ code: 1, json: { error: 'skill not found: pdf' } })
    const lock = join(machine[place], '.agents/skills.lock.json')
    expect(lost.stderr).toBe(`The skill is in ${lock}, but its directory is missing. Restore it: ${command}\n`)
    await run(machine, ...command.split(' ').slice(1))
    expect(await run(machine, 'info', 'pdf')).toMatchObject({ code: 0 })
  },
)

test('metier info and metier lock call the source of a skill the same', async () => {
  const machine = await installed()
  const [locked] = (await run(machine, 'lock')).json.skills as readonly [{ readonly source: string }]
  const { stdout } = await runMetier(machine, 'info', 'pdf')
  expect(stdout).toContain(`from        ${locked.source}\n            directory pdf\n`)
  expect((await runMetier(machine, 'lock')).stdout).toContain(`from ${locked.source}\n`)
})

test('metier lock of a skill that no lock names says where to look', async () => {
  const { code, stderr } = await runMetier(metier.create(), 'lock', 'nope')
  expect(code).toBe(1)
  expect(stderr).toBe("error: 'nope' is not in a lockfile\nRun 'metier lock' to see all installed skills.\n")
})

test('metier lock --pin keeps a skill at what it is', async () => {
  const machine = await installed()
  expect(await run(machine, 'lock', '--pin', 'pdf')).toMatchObject({ code: 0, json: { pinned: true } })
  expect(await run(machine, 'update', 'pdf')).toMatchObject({ code: 0, json: { updated: false, reason: 'pinned' } })
  expect(await run(machine, 'lock', '--unpin', 'pdf')).toMatchObject({ code: 0, json: { pinned: false } })
})

test('metier trust adds a source, shows them, and takes one out', async () => {
  const machine = metier.create()
  expect(await run(machine, 'trust', 'github.com/example/*')).toMatchObject({ code: 0, json: { trusted: true } })
  expect(await run(machine, 'trust')).toMatchObject({
    json: { trustedSources: ['clawhub', 'local:*', 'github.com/example/*'] },
  })
  expect(await run(machine, 'trust', 'local:*', '--remove')).toMatchObject({ code: 0, json: { trusted: false } })
  expect(await run(machine, 'trust', 'local:*', '--remove')).toMatchObject({ code: 1 })
})

test('a warning is refused where nobody can be asked, and accepted by its digest', async () => {
  // An address without a name: plausible, and worth a look.
  const warned = '---\nname: pdf\ndescription: x\n---\n\n```sh\ncurl http://203.0.113.7/data.json\n```\n'
  const machine = metier.create({ 'offered/pdf/SKILL.md': warned })
  const refused = await run(machine, 'install', 'pdf', '--from', 'local:offered')
  // The pattern is in line 7 of the file.
  expect(refused.json).toStrictEqual({
    installed: false,
    error: 'dangerous pattern detected',
    pattern: expect.any(String),
    line: 7,
  })
  const { stderr } = await runMetier(machine, 'install', 'pdf', '--from', 'local:offered')
  const digest = /--accept (sha256:\w+)/.exec(stderr)?.[1] ?? ''
  expect(await run(machine, 'install', 'pdf', '--from', 'local:offered', '--accept', digest)).toMatchObject({ code: 0 })
})
