import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Machine, plainAndNeedy, runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

function createMachine(): Machine {
  return metier.create(plainAndNeedy())
}

describe('metier enable and disable', () => {
  test('are kept between runs, in the user configuration', async () => {
    const machine = createMachine()
    expect(await runJson(machine, 'disable', 'plain')).toEqual({ disabled: true, name: 'plain' })
    expect(await runJson(machine, 'check', 'plain')).toMatchObject({ eligible: false, fixes: ['metier enable plain'] })
    const { stdout } = await runMetier(machine, 'list')
    expect(stdout).toContain('plain  -  project  Does plain things')
    expect(stdout).toContain('2 skills: 0 eligible, 1 ineligible, 1 disabled')
    expect(readFileSync(join(machine.home, '.metier/config.json'), 'utf8')).toContain('plain')
    expect(await runJson(machine, 'enable', 'plain')).toEqual({ enabled: true, name: 'plain' })
    expect(await runJson(machine, 'check', 'plain')).toMatchObject({ eligible: true })
  })

  test('an unknown skill is refused and nothing is written', async () => {
    const machine = createMachine()
    const { code, stdout } = await runMetier(machine, 'disable', 'nothing', '--json', '--config', 'own.json')
    expect(JSON.parse(stdout)).toEqual({ error: 'skill not found: nothing' })
    expect(code).toBe(1)
    expect(() => readFileSync(join(machine.project, 'own.json'))).toThrow('ENOENT')
  })

  test('a configuration that is named and not there yet is made', async () => {
    const machine = createMachine()
    await runJson(machine, 'disable', 'plain', '--config', 'team.json')
    expect(JSON.parse(readFileSync(join(machine.project, 'team.json'), 'utf8'))).toEqual({
      skills: { disabled: ['plain'] },
    })
  })

  test('one of several copies is not switched alone', async () => {
    const machine = createMachine()
    writeText(join(machine.home, '.agents/skills/plain/SKILL.md'), skillText('plain', 'Far'))
    const { code, stdout, stderr } = await runMetier(machine, 'disable', 'personal:plain', '--json')
    expect(JSON.parse(stdout)).toEqual({
      error: "Use the plain name 'plain', which applies to every copy of the skill",
    })
    expect(stderr).toMatch(/Nothing was changed\.\nUse its plain name: metier disable plain\n$/)
    expect(code).toBe(1)
  })

  test('a configuration that cannot be read is left alone', async () => {
    const machine = createMachine()
    writeText(join(machine.home, '.metier/config.json'), '{ broken')
    const { code, stderr } = await runMetier(machine, 'disable', 'plain')
    expect(code).toBe(1)
    expect(stderr).toContain('config.json')
    expect(readFileSync(join(machine.home, '.metier/config.json'), 'utf8')).toBe('{ broken')
  })

  test.each([
    ['{"skills":{"disabled":["plain","other"]}}', { skills: { disabled: ['other'] } }],
    ['{"skills":{"entries":{"plain":{"enabled":false}}}}', {}],
  ])('what the project switched off with %s comes on by the command that check and enable name', async (text, left) => {
    const machine = createMachine()
    const file = join(machine.project, '.metier/config.json')
    writeText(file, text)
    const { fixes } = (await runJson(machine, 'check', 'plain')) as { readonly fixes: readonly string[] }
    const refused = await runMetier(machine, 'enable', 'plain')
    expect([refused.code, fixes.length]).toEqual([1, 1])
    expect(refused.stderr).toContain(`disabled by the project: ${file}\nNothing was changed.\n`)
    expect(refused.stderr).toContain(fixes[0])
    const { code, stderr } = await runMetier(machine, ...(fixes[0] ?? '').split(' ').slice(1))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(left)
    expect(await runJson(machine, 'check', 'plain')).toMatchObject({ eligible: true })
  })

  test
    .skipIf(process.platform !== 'linux')
    .each([[['disable', 'plain']], [['config', 'set', 'skills.trustProject', 'ask']]])(
    '%j says that a file cannot be written, and what to do',
    async (words) => {
      const machine = createMachine()
      // Nobody can make anything there.
      const sealed = { ...machine, variables: { ...machine.variables, HOME: '/proc' } }
      const { code, stderr } = await runMetier(sealed, ...words)
      expect(code).toBe(1)
      expect(stderr).toMatch(/error: \/proc\/.metier\/config\.json cannot be written \([A-Z]+\)\n/)
      expect(stderr).toContain('or name another file with --config FILE')
      expect(stderr).not.toContain('metier doctor')
    },
  )
})
