/** Every page in both themes, wide and narrow: nothing for axe to report, nothing that scrolls sideways. */
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { needs } from '../../support/programs.js'
import { hasNoBrowser, useBrowser } from './browser.js'

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

describe.skipIf(hasNoBrowser)('every page', needs('chromium'), () => {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)('in %s at %i pixels can be used by everyone', async (colorScheme, width) => {
    const served = await walk.serve(walk.create())
    // The page's policy allows no foreign script, so axe is let in past it.
    const page = await walk.open(served, { colorScheme, viewport: { width, height: 800 }, bypassCSP: true })
    const problems: string[] = []
    for (const path of PAGES) {
      await page.goto(served.origin + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      await page.evaluate(axe.source)
      const { violations } = await page.evaluate<AxeReport>(
        "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
      )
      problems.push(...violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`))
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (overflow > 0) problems.push(`${path}: ${overflow} pixels too wide`)
    }
    expect(problems).toEqual([])
  })
})
