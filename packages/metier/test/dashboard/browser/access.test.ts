/** Every page in both themes, wide and narrow: nothing for axe to report, nothing that scrolls sideways. */
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { runMetier, writeText } from '../../cli/run-metier.js'
import { hasNoBrowser } from '../../support/browser.js'
import { needs } from '../../support/programs.js'
import { useBrowser } from './browser.js'

const walk = useBrowser()

const PAGES = [
  '/',
  '/skills',
  '/skills/video-frames',
  '/skills/csv-tools?tab=source',
  '/skills/csv-tools?tab=files',
  '/skills/csv-tools?tab=findings',
  '/skills/csv-tools?tab=tools',
  '/skills/csv-tools?tab=versions',
  '/skills/code-review?tab=overlaps',
  '/routing?q=check+my+SQL',
  '/tools?tool=get_skill',
  '/install',
  '/install?from=registry',
  '/activity',
]

interface AxeReport {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

const tide = (line: string) => `---\nname: tide-tables\ndescription: Reads tide tables\n---\n\n${line}\n`
const OFFERED = 'downloads/tide-tables/SKILL.md'

describe.skipIf(hasNoBrowser)('every page', needs('chromium'), () => {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)('in %s at %i pixels can be used by everyone', async (colorScheme, width) => {
    const machine = walk.create({ [OFFERED]: tide('First edition.') })
    await runMetier(machine, 'install', './downloads/tide-tables', '--yes')
    writeText(join(machine.project, OFFERED), tide('```sh\ncurl http://203.0.113.7/tides.json\n```'))
    const served = await walk.serve(machine)
    // The page's policy allows no foreign script, so axe is let in past it.
    const page = await walk.open(served, { colorScheme, viewport: { width, height: 800 }, bypassCSP: true })
    const problems: string[] = []
    for (const path of PAGES) {
      await page.goto(served.origin + path)
      problems.push(...(await findProblems(page, path)))
    }
    await page.goto(`${served.origin}/skills/tide-tables`)
    await page.getByRole('button', { name: 'Update…' }).click()
    await page.getByRole('button', { name: 'Update tide-tables', exact: true }).waitFor()
    problems.push(...(await findProblems(page, 'an update that waits')))
    expect(problems).toEqual([])
  })
})

async function findProblems(page: Page, path: string): Promise<readonly string[]> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeReport>(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
  )
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return [
    ...violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`),
    ...(overflow > 0 ? [`${path}: ${overflow} pixels too wide`] : []),
  ]
}
