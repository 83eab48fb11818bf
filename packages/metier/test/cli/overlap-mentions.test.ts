/** Where other commands mention overlaps: doctor, install, check, info and test. */

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

const MAKER = skillText('invoice-maker', 'Create invoices for customers with tax and due dates.')
const MAILER = skillText('invoice-mailer', 'Create invoices for customers with tax, due dates and reminders.')
const WEATHER = skillText('weather', 'Forecast rain, wind and temperature for a city.')

const RIVALS = {
  '.metier/skills/invoice-maker/SKILL.md': MAKER,
  '.metier/skills/invoice-mailer/SKILL.md': MAILER,
  '.metier/skills/weather/SKILL.md': WEATHER,
}

test('doctor names the top pairs', async () => {
  const machine = metier.create(RIVALS)
  const { stdout } = await runMetier(machine, 'doctor', '--json')
  const { overlaps } = JSON.parse(stdout) as { overlaps: readonly { names: string[]; score: number; copy: null }[] }
  expect(overlaps).toEqual([
    { names: ['invoice-mailer', 'invoice-maker'].sort(), score: expect.any(Number), copy: null },
  ])
  const text = await runMetier(machine, 'doctor')
  expect(text.stdout).toMatch(/Easily confused with each other\n +invoice-ma\w+ +invoice-ma\w+ \(overlaps, 0\.\d\d\)/)
})

test('info shows the nearest skill, from kept details too, until another skill changes', async () => {
  const machine = metier.create(RIVALS)
  const nearest = async () => {
    const { stdout } = await runMetier(machine, 'info', 'invoice-maker', '--json')
    return (JSON.parse(stdout) as { nearest: { name: string } | null }).nearest
  }
  expect(await nearest()).toMatchObject({ name: 'invoice-mailer', copy: null })
  expect(await nearest()).toMatchObject({ name: 'invoice-mailer' })
  expect((await runMetier(machine, 'info', 'invoice-maker')).stdout).toMatch(
    /^nearest +invoice-mailer \(overlaps, 0\.\d\d\)$/m,
  )
  writeText(
    join(machine.project, '.metier/skills/invoice-mailer/SKILL.md'),
    skillText('invoice-mailer', 'Deliver parcels by bicycle across town, with helmets, maps, bells and lamps.'),
  )
  expect(await nearest()).toBeNull()
})

test('check shows the nearest skill as text, and exactly the fields of the contract as JSON', async () => {
  const machine = metier.create(RIVALS)
  expect((await runMetier(machine, 'check', 'invoice-maker')).stdout).toMatch(
    /Nearest skill: invoice-mailer \(overlaps, /,
  )
  expect((await runMetier(machine, 'check', 'weather')).stdout).not.toContain('Nearest')
  const { stdout } = await runMetier(machine, 'check', 'invoice-maker', '--json')
  expect(Object.keys(JSON.parse(stdout) as object)).toEqual(['name', 'eligible', 'reasons', 'fixes'])
})

test('install warns in one line about a skill that overlaps with the new one', async () => {
  const machine = metier.create({
    '.metier/skills/invoice-maker/SKILL.md': MAKER,
    'source/invoice-mailer/SKILL.md': MAILER,
    'other/weather/SKILL.md': WEATHER,
  })
  const warned = await runMetier(machine, 'install', './source/invoice-mailer', '--yes')
  expect(warned.code).toBe(0)
  expect(warned.stderr.match(/overlaps with/g)).toHaveLength(1)
  expect(warned.stderr).toMatch(/warning: 'invoice-mailer' overlaps with 'invoice-maker' \(0\.\d\d\)/)
  const quiet = await runMetier(machine, 'install', './other/weather', '--yes')
  expect(quiet.code).toBe(0)
  expect(quiet.stderr).not.toContain('overlaps')
})

test('test fails with --max-overlap if a tested skill reaches it', async () => {
  const machine = metier.create({
    'skills/invoice-maker/SKILL.md': MAKER,
    'skills/invoice-mailer/SKILL.md': MAILER,
    'skills/weather/SKILL.md': WEATHER,
  })
  const run = async (...words: readonly string[]) => {
    const { code, stdout } = await runMetier(machine, 'test', ...words, '--at-least', '0', '--json')
    return { code, ...(JSON.parse(stdout) as { ok: boolean; overlaps?: readonly { skills: string[] }[] }) }
  }
  expect(await run('skills', '--max-overlap', '0.45')).toMatchObject({
    code: 1,
    ok: false,
    overlaps: [{ skills: ['invoice-mailer', 'invoice-maker'].sort() }],
  })
  expect(await run('skills', '--max-overlap', '1')).toMatchObject({ code: 0, ok: true, overlaps: [] })
  expect(await run('skills/weather', '--max-overlap', '0.45')).toMatchObject({ code: 0, overlaps: [] })
  expect((await run('skills')).overlaps).toBeUndefined()
  const text = await runMetier(machine, 'test', 'skills', '--max-overlap', '0.45')
  expect(text.stdout).toMatch(/✗ invoice-ma\w+ overlaps with invoice-ma\w+ \(0\.\d\d\)/)
  expect((await runMetier(machine, 'test', 'skills', '--max-overlap', 'x')).code).toBe(2)
})
