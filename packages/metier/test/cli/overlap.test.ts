import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { OverlapReport } from '../../src/contracts/overlap.js'
import { type Machine, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

const INVOICES = skillText('invoice-maker', 'Create invoices for customers as PDF files, with tax and due dates.')
const BILLS = skillText('invoice-mailer', 'Write invoices for customers with tax, due dates and payment reminders.')
const WEATHER = skillText('weather', 'Forecast rain, wind and temperature for a city.')

const RIVALS = {
  '.metier/skills/invoice-maker/SKILL.md': INVOICES,
  '.metier/skills/invoice-mailer/SKILL.md': BILLS,
  '.metier/skills/weather/SKILL.md': WEATHER,
}

async function overlapOf(machine: Machine, ...words: readonly string[]) {
  const { code, stdout, stderr } = await runMetier(machine, 'overlap', ...words, '--json')
  return { code, stderr, report: JSON.parse(stdout) as OverlapReport }
}

function namesIn({ pairs }: OverlapReport): readonly (readonly string[])[] {
  return pairs.map(({ skills }) => skills.map(({ name }) => name).sort())
}

describe('metier overlap', () => {
  test('lists the pairs that would be confused, with all that separates them', async () => {
    const { code, report } = await overlapOf(metier.create(RIVALS))
    expect(code).toBe(0)
    expect(report).toMatchObject({ min: 0.45, count: 1, copyCount: 0, copies: [] })
    const [pair] = report.pairs
    expect(pair).toMatchObject({ verdict: 'overlap' })
    expect(pair?.shared).toEqual(expect.arrayContaining(['invoice', 'tax', 'due']))
    const sides = Object.fromEntries((pair?.skills ?? []).map((side) => [side.name, side]))
    expect(sides['invoice-mailer']?.only).toEqual(['payment', 'reminders'])
    expect(sides['invoice-maker']?.only).toEqual(['pdf'])
    expect(sides['invoice-mailer']?.sentences).toEqual([
      { text: 'Write invoices for customers with tax, due dates and payment reminders', goesTo: 'invoice-mailer' },
    ])
    expect(sides['invoice-mailer']?.boundary).toMatch(/^Use for .*; not for .*: use invoice-maker instead\.$/)
    expect(sides['invoice-maker']?.boundary).toContain('use invoice-mailer instead')
  })

  test('text shows the same, with the sentences to add', async () => {
    const { code, stdout } = await runMetier(metier.create(RIVALS), 'overlap')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^0\.\d\d (?:invoice-mailer and invoice-maker|invoice-maker and invoice-mailer)$/m)
    expect(stdout).toMatch(/^ {2}both: .*invoice/m)
    expect(stdout).toMatch(/^ {2}only invoice-mailer: payment, reminders$/m)
    expect(stdout).toMatch(/^ {2}add to invoice-maker: .*use invoice-mailer instead\.$/m)
    expect(stdout).toContain('1 pair of skills overlaps (score 0.45 or more)')
  })

  test('a name compares one skill with the others', async () => {
    const machine = metier.create(RIVALS)
    expect((await overlapOf(machine, 'weather')).report).toMatchObject({ count: 0, pairs: [] })
    expect(namesIn((await overlapOf(machine, 'invoice-mailer')).report)).toEqual([
      ['invoice-mailer', 'invoice-maker'].sort(),
    ])
  })

  test('a directory of skills is compared with itself, a skill directory with the skills of this machine', async () => {
    const machine = metier.create({
      ...RIVALS,
      'drafts/a/SKILL.md': INVOICES,
      'drafts/b/SKILL.md': WEATHER,
      'new/SKILL.md': skillText('new', 'Create invoices for customers with tax and due dates.'),
    })
    expect((await overlapOf(machine, './drafts')).report).toMatchObject({ count: 0, copyCount: 0 })
    const { report } = await overlapOf(machine, './new')
    expect(namesIn(report).every((names) => names.includes('new'))).toBe(true)
    expect(report.count + report.copyCount).toBeGreaterThanOrEqual(2)
  })

  test('--min decides which pairs are shown; below 0.45 they are marked as maybe, below 0.35 as unlikely', async () => {
    const machine = metier.create({
      ...RIVALS,
      '.metier/skills/umbrella/SKILL.md': skillText(
        'umbrella',
        'Say whether rain or wind makes an umbrella useful today.',
      ),
    })
    const { report } = await overlapOf(machine, '--min', '0.1')
    const other = report.pairs.find(({ skills }) => skills.some(({ name }) => name === 'umbrella'))
    expect(other).toMatchObject({ verdict: 'unlikely' })
    for (const { score, verdict } of report.pairs) {
      expect(verdict).toBe(score >= 0.45 ? 'overlap' : score >= 0.35 ? 'maybe' : 'unlikely')
    }
    expect((await runMetier(machine, 'overlap', '--min', '0.1')).stdout).toMatch(/umbrella and weather {2}unlikely$/m)
    const unlikely = report.pairs.filter(({ verdict }) => verdict === 'unlikely').length
    const total = (await runMetier(machine, 'overlap', '--min', '0.1')).stdout
    expect(total).toMatch(new RegExp(`^${report.count - unlikely} pairs? of skills .*, ${unlikely} unlikely`, 'm'))
    expect(report.pairs.every(({ score }) => score >= 0.1)).toBe(true)
    expect((await overlapOf(machine, '--min', '1')).report).toMatchObject({ min: 1, count: 0 })
  })

  test.each(['2', '-1', 'many', ' '])('--min %j is refused', async (score) => {
    const { code, stderr } = await runMetier(metier.create(RIVALS), 'overlap', `--min=${score}`)
    expect(code).toBe(2)
    expect(stderr).toContain('--min must be a number from 0 to 1')
  })

  test('an unknown name is refused with the contract error', async () => {
    const { code, stdout } = await runMetier(metier.create(RIVALS), 'overlap', 'wether', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual({ error: 'skill not found: wether' })
  })

  test('copies are named as copies, apart from rivals', async () => {
    const machine = metier.create(RIVALS)
    const body = '\n# Forecast\n\nRun `curl wttr.in/$CITY` and read temperature, wind and rain aloud.\n'
    const put = (name: string, description: string, text = body) =>
      writeText(
        join(machine.project, '.metier/skills', name, 'SKILL.md'),
        `---\nname: ${name}\ndescription: ${description}\n---\n${text}`,
      )
    put('weather', 'Forecast rain, wind and temperature for a city.')
    put('sky', 'Forecast rain, wind and temperature for a city.')
    put('weather-fork', 'Forecast rain, wind and temperature for any city.', `${body}\nAnswer briefly.\n`)
    put('weather-zh', '查询城市的天气预报、降雨、风和温度。', '\n# 天气\n\n运行命令并朗读温度。\n')
    const { report } = await overlapOf(machine)
    const kinds = report.copies.map(({ kind, skills }) => [kind, ...skills.map(({ name }) => name).sort()])
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['same', 'sky', 'weather'],
        ['fork', 'weather', 'weather-fork'],
        ['translation', 'weather', 'weather-zh'],
      ]),
    )
    expect(namesIn(report)).toEqual([['invoice-mailer', 'invoice-maker'].sort()])
  })
})
