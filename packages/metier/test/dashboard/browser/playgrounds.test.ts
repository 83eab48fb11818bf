/** The two playgrounds, and the figures that move with them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runMetier, writeText } from '../../cli/run-metier.js'
import { hasNoBrowser } from '../../support/browser.js'
import { needs } from '../../support/programs.js'
import { useBrowser } from './browser.js'

const walk = useBrowser()

describe.skipIf(hasNoBrowser)('routing', needs('chromium'), () => {
  test('ranks a sentence, keeps it as a test, and runs all tests', async () => {
    const machine = walk.create()
    const served = await walk.serve(machine)
    const page = await walk.open(served)
    await page.goto(`${served.origin}/routing`)
    await page.getByRole('button', { name: 'check my SQL' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Answers' }).getByRole('link', { name: 'sql-review' }).waitFor()
    await page
      .getByText(/Does not match sql, which sql-review has in its name/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Save the test' }).click()
    await page
      .getByText(/metier test .*sql-review/)
      .first()
      .waitFor()
    const saved = readFileSync(join(machine.project, '.agents/skills/sql-review/evals/triggers.json'), 'utf8')
    expect(saved).toContain('check my SQL')
    await page.getByRole('button', { name: 'Should not' }).click()
    await page.getByRole('textbox').fill('review this pull request')
    await page.getByRole('combobox', { name: 'Skill' }).selectOption('sql-review')
    await page.getByRole('button', { name: 'Run all' }).click()
    await page.getByText(/\d+\/\d+ sentences passed/).waitFor()
  })

  test('shows what the limits of each client leave', async () => {
    const served = await walk.serve(walk.create())
    const page = await walk.open(served)
    await page.goto(`${served.origin}/routing`)
    const client = page.getByRole('combobox', { name: 'Client' })
    await client.waitFor()
    const names = await client.getByRole('option').allTextContents()
    expect(names.length).toBeGreaterThan(3)
    await client.selectOption({ index: names.length - 1 })
    await page.waitForURL('**/routing?client=*')
    await page.getByText('Listed in full').waitFor()
    await page.getByText(/Read the text/).click()
  })
})

describe.skipIf(hasNoBrowser)('tools', needs('chromium'), () => {
  test('are run from a form, with exactly what a model gets and the same call elsewhere', async () => {
    const served = await walk.serve(walk.create())
    const page = await walk.open(served)
    await page.goto(`${served.origin}/tools?tool=get_skill`)
    await page.getByRole('heading', { name: 'get_skill' }).waitFor()
    await page.locator('form').getByRole('textbox').first().fill('sql-review')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('region', { name: 'Result of the tool' }).getByText(/SQL/).first().waitFor()
    await page.getByText(/\d+ tokens · /).waitFor()
    for (const [form, part] of [
      ['curl', 'curl '],
      ['TypeScript', 'await'],
      ['MCP', 'jsonrpc'],
      ['Command line', 'metier '],
    ] as const) {
      await page.getByRole('button', { name: form, exact: true }).click()
      await page.locator('pre').filter({ hasText: part }).waitFor()
    }
  })

  test('come and go with the skills that bring them, and the figures move', async () => {
    const machine = walk.create({ 'orders.csv': 'id,price\n1,2\n2,40\n' })
    expect((await runMetier(machine, 'approve', 'csv-tools', '--yes')).code).toBe(0)
    const served = await walk.serve(machine)
    const page = await walk.open(served)
    await page.goto(`${served.origin}/tools`)
    const row = page.getByRole('listitem').filter({ hasText: 'csv-tools' })
    await row.getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('link', { name: /csv_summary/ }).click()
    await page.getByRole('textbox', { name: /^file/ }).fill('orders.csv')
    await page.getByRole('checkbox', { name: /Permit this call/ }).check()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('region', { name: 'Result of the tool' }).getByText(/price/).first().waitFor()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('link', { name: /csv_summary/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Activity' }).click()
    const events = page.getByRole('region', { name: 'Events, latest first' })
    await events.getByRole('row', { name: /Called csv_summary.*succeeded/ }).waitFor()
    await page
      .getByRole('region', { name: 'Usage by skill' })
      .getByRole('row', { name: /csv-tools/ })
      .waitFor()
    await page
      .getByRole('region', { name: 'Usage by tool' })
      .getByRole('row', { name: /csv_summary/ })
      .waitFor()
  })
})

describe.skipIf(hasNoBrowser)('activity', needs('chromium'), () => {
  test('lists the skills that were never used, and disables one', async () => {
    const machine = walk.create()
    const served = await walk.serve(machine)
    const page = await walk.open(served)
    await page.goto(`${served.origin}/activity`)
    const row = page.getByRole('listitem').filter({ hasText: 'keigo-mail' })
    await row.getByRole('button', { name: 'Disable', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    expect((await runMetier(machine, 'list', '--filter', 'disabled')).stdout).toContain('keigo-mail')
  })

  test('a terminal escape in a result is shown, not obeyed', async () => {
    const machine = walk.create()
    writeText(
      join(machine.project, '.agents/skills/escape/SKILL.md'),
      '---\nname: escape\ndescription: Colours\n---\n\nRed: \u001b[31mred\u001b[0m\n',
    )
    const served = await walk.serve(machine)
    const page = await walk.open(served)
    await page.goto(`${served.origin}/tools?tool=get_skill`)
    await page.locator('form').getByRole('textbox').first().fill('escape')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const result = page.getByRole('region', { name: 'Result of the tool' })
    await result.getByText(/Red: /).first().waitFor()
    expect(await result.textContent()).not.toContain('\u001b')
  })
})
