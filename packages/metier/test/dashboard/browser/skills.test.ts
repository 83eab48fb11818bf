/** The overview and the table, walked with keyboard and mouse in a real browser. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeText } from '../../cli/run-metier.js'
import { hasNoBrowser } from '../../support/browser.js'
import { needs } from '../../support/programs.js'
import { useBrowser } from './browser.js'

const walk = useBrowser()

const SKILL = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n`

describe.skipIf(hasNoBrowser)('overview', needs('chromium'), () => {
  test('counts lead to the skills behind them, and a fix can be copied', async () => {
    const machine = walk.create()
    const page = await walk.open(await walk.serve(machine))
    await page.getByText('An agent can use').waitFor()
    const command = page.getByRole('button', { name: /^Copy the command .*ffmpeg/ }).first()
    await command.click()
    await page
      .getByRole('status')
      .getByText(/^Copied the command/)
      .waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('ffmpeg')
    await page.getByRole('link', { name: /Ineligible/ }).click()
    await page.waitForURL('**/skills?state=ineligible')
    await page.getByRole('row', { name: /apple-notes/ }).waitFor()
    expect(await page.getByRole('row', { name: /code-review/ }).count()).toBe(0)
  })

  test('shows which agent sees which skill, and scans and checks when asked', async () => {
    const machine = walk.create()
    const page = await walk.open(await walk.serve(machine))
    await page.getByRole('region', { name: 'Skills and the agents that see them' }).getByText('Claude Code').waitFor()
    await page.getByText('Commands that link the missing skills').click()
    await page
      .getByText(/metier link/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText(/No newer version of/).waitFor()
  })
})

describe.skipIf(hasNoBrowser)('the table', needs('chromium'), () => {
  test('a skill that is written, edited and removed on disk follows without a reload', async () => {
    const machine = walk.create()
    const page = await walk.open(await walk.serve(machine))
    await page.getByRole('link', { name: 'Skills' }).click()
    await page.getByRole('row', { name: /sql-review/ }).waitFor()
    const file = join(machine.project, '.agents/skills/tide-tables/SKILL.md')
    writeText(file, SKILL('tide-tables', 'Reads tide tables'))
    await page.getByRole('row', { name: /tide-tables.*Reads tide tables/ }).waitFor()
    writeText(file, SKILL('tide-tables', 'Predicts the tide of a harbour'))
    await page.getByRole('row', { name: /tide-tables.*Predicts the tide of a harbour/ }).waitFor()
    rmSync(join(file, '..'), { recursive: true })
    await page.getByRole('row', { name: /tide-tables/ }).waitFor({ state: 'detached' })
  })

  test('is searched as you type, and works by keyboard alone', async () => {
    const machine = walk.create()
    const page = await walk.open(await walk.serve(machine))
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByRole('row', { name: /sql-review/ }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('check my sql')
    await page.waitForURL('**/skills?q=check+my+sql')
    // The first row of all skills is another one.
    await page.locator('[aria-rowindex="2"]').filter({ hasText: 'sql-review' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'sql-review' }).waitFor()
    await page.goBack()
    expect(await page.getByRole('searchbox').inputValue()).toBe('check my sql')
    await page.getByRole('searchbox').press('Escape')
    await page.getByRole('row', { name: /apple-notes/ }).waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  test('facets and order are in the address, and an empty result says how to go on', async () => {
    const machine = walk.create()
    const served = await walk.serve(machine)
    const page = await walk.open(served)
    await page.goto(`${served.origin}/skills?state=eligible`)
    await page.getByRole('checkbox', { name: /Eligible/, checked: true }).waitFor()
    await page.getByRole('button', { name: 'Name' }).click()
    await page.getByRole('button', { name: 'Name' }).click()
    await page.waitForURL('**/skills?state=eligible&sort=-name')
    await page.getByRole('searchbox').fill('zzzz qqqq')
    await page.getByText('No skill matches').waitFor()
    await page.getByRole('button', { name: 'Clear the search and all filters' }).click()
    await page.getByRole('row', { name: /video-frames.*ffmpeg/ }).waitFor()
  })

  test('the shortcuts are listed, and single keys can be turned off', async () => {
    const machine = walk.create()
    const page = await walk.open(await walk.serve(machine))
    await page.keyboard.press('?')
    await page.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    expect(new URL(page.url()).pathname).toBe('/')
  })
})
