/** A slip in a setting, a file or an option never opens what it was meant to close. */

import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OFFERED } from './offered-skill.js'
import { type Machine, runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
const configOf = ({ home }: Machine) => join(home, '.metier/config.json')
const installedIn = ({ home }: Machine) => existsSync(join(home, '.agents/skills/pdf'))

describe('serve --token-file', () => {
  test.each([
    ['nothing', ''],
    ['a line break', '\n'],
  ])('with %s is refused, on this machine and elsewhere', async (_, text) => {
    const machine = metier.create({ 'empty.tok': text })
    for (const host of ['127.0.0.1', '0.0.0.0']) {
      const { code, stderr } = await runMetier(
        machine,
        'serve',
        '--host',
        host,
        '--token-file',
        join(machine.project, 'empty.tok'),
      )
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('a token needs at least 16') })
    }
  })
})

describe('a misspelled key that counts', () => {
  const STRICT = { skils: { disabled: ['pdf'], trustProject: 'never', requireSignature: ['*'] } }

  test.each([
    [STRICT, ['trust', 'github.com/a/b'], "'skils'"],
    [STRICT, ['config', 'set', 'skills.agents', 'claude-code'], "'skils'"],
    [{ skills: { disbled: ['pdf'] } }, ['disable', 'mail'], "'skills.disbled'"],
    [
      { skills: { entrys: { pdf: { enabled: false } } } },
      ['config', 'set', 'skills.entries.mail.enabled', 'false'],
      "'skills.entrys'",
    ],
    [{ polcy: { deny: ['*'] } }, ['config', 'set', 'policy.allow', 'git'], "'polcy'"],
  ])('%j is not overruled by %j', async (configuration, words, key) => {
    const machine = metier.create({ '.agents/skills/mail/SKILL.md': skillText('mail', 'Sends mail') })
    const text = JSON.stringify(configuration)
    writeText(configOf(machine), text)
    const { code, stderr } = await runMetier(machine, ...words)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(key) })
    expect(stderr).toContain('fix the spelling first')
    expect(readFileSync(configOf(machine), 'utf8')).toBe(text)
  })

  test('does not stop a change that leaves it alone', async () => {
    const machine = metier.create()
    writeText(configOf(machine), JSON.stringify({ skils: { disabled: ['pdf'] } }))
    expect(await runMetier(machine, 'config', 'set', 'sandbox', 'require')).toMatchObject({ code: 0 })
    expect(await runMetier(machine, 'config', 'unset', 'skils')).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(configOf(machine), 'utf8'))).toEqual({ sandbox: 'require' })
  })
})

describe('a configuration that is named and does not exist', () => {
  test.each([[[]], [['--force']], [['--frozen']]])('stops install %j', async (more) => {
    const machine = metier.create(OFFERED)
    const words = more.includes('--frozen') ? [] : ['./offered', 'pdf']
    const { code, stderr } = await runMetier(machine, 'install', ...words, ...more, '--config', 'tem.json')
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('tem.json does not exist') })
    expect(installedIn(machine)).toBe(false)
  })

  test('stops install and list if METIER_CONFIG names it; a command that may create it goes on', async () => {
    const machine = metier.create(OFFERED)
    const named = { ...machine, variables: { ...machine.variables, METIER_CONFIG: join(machine.home, 'typo.json') } }
    for (const words of [['install', './offered', 'pdf'], ['list']]) {
      const { code, stderr } = await runMetier(named, ...words)
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('METIER_CONFIG') })
    }
    expect(await runMetier(named, 'config', 'set', 'sandbox', 'require')).toMatchObject({ code: 0 })
    expect(await runMetier(named, 'list')).toMatchObject({ code: 0 })
  })
})

describe('a configuration that cannot be opened', () => {
  test('is as strict as a damaged one, and says what to do', async () => {
    const machine = metier.create(OFFERED)
    mkdirSync(configOf(machine), { recursive: true })
    chmodSync(configOf(machine), 0o755)
    const { code, stderr } = await runMetier(machine, 'install', './offered', 'pdf')
    expect(code).toBe(1)
    expect(stderr).toContain('untrusted source')
    expect(stderr).toContain('cannot be read (EISDIR)')
    expect(stderr.replace(/\s+/g, ' ')).toContain('every protection has its strictest value')
    expect(installedIn(machine)).toBe(false)
    expect(await runJson(machine, 'config', 'get', 'sandbox')).toMatchObject({ value: 'require' })
  })
})

test('rollback restores no unsigned version of a source that must sign, but your own edits', async () => {
  const machine = metier.create(OFFERED)
  await runMetier(machine, 'install', './offered', 'pdf')
  writeText(join(machine.project, 'offered/pdf/scripts/run.sh'), 'echo 2\n')
  await runMetier(machine, 'update', 'pdf')
  writeText(join(machine.home, '.agents/skills/pdf/notes.md'), 'mine\n')
  await runMetier(machine, 'install', '--frozen', 'pdf')
  await runMetier(machine, 'config', 'set', 'skills.requireSignature', '*')
  const kept = (await runJson(machine, 'lock')) as { skills: { kept: { digest: string; isChanged: boolean }[] }[] }
  const [own, given] = [true, false].map((isOwn) => kept.skills[0]?.kept.find(({ isChanged }) => isChanged === isOwn))
  const refused = await runMetier(machine, 'rollback', 'pdf', '--to', given?.digest ?? '')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is not signed') })
  expect(await runMetier(machine, 'rollback', 'pdf', '--to', own?.digest ?? '')).toMatchObject({ code: 0 })
})
