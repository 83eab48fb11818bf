/** Every page in both themes, wide and narrow: nothing for axe to report, nothing that scrolls sideways. */
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { needs } from '../../../metier/test/support/programs.js'
import { hasNoBrowser, type ServedHub, useHubBrowser } from '../support/browser.js'
import { ADMIN_TOKEN } from '../support/hub.js'

const walk = useHubBrowser()

const OPEN = ['/', '/?q=tide', '/?q=nothing-like-it', '/skills/admin/tide-tables', '/sign-in', '/tokens', '/admin']
const SIGNED_IN = [
  '/',
  '/skills/admin/tide-tables?tab=files',
  '/skills/admin/tide-tables?tab=versions',
  '/skills/admin/tide-tables?version=1.0.0',
  '/skills/admin/native-tool?tab=findings',
  '/skills/admin/native-tool?tab=files&file=tool',
  '/skills/admin/no-such-skill',
  '/moderation',
  '/tokens',
  '/admin',
  '/admin?tab=users',
  '/admin?tab=owners',
  '/admin?tab=log',
]

interface AxeReport {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

async function fill(hub: ServedHub): Promise<void> {
  await hub.publish({ name: 'tide-tables', files: { 'references/ports.md': '# Ports\n' } })
  await hub.publish({ name: 'tide-tables', version: '1.1.0', description: 'Reads tide tables of ports' })
  await hub.publish({ name: 'native-tool', files: { tool: '\x7fELF\x02\x01\x01\0\0\0\0\0' } })
  await hub.makeUser('maya', ['publish'])
}

describe.skipIf(hasNoBrowser)('every page of the hub', needs('chromium'), () => {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)('in %s at %i pixels can be used by everyone', async (colorScheme, width) => {
    const hub = await walk.serve()
    await fill(hub)
    const problems: string[] = []
    for (const [paths, token] of [
      [OPEN, undefined],
      [SIGNED_IN, ADMIN_TOKEN],
    ] as const) {
      // The page's policy allows no foreign script, so axe is let in past it.
      const options = { colorScheme, viewport: { width, height: 800 }, bypassCSP: true }
      const page = await walk.open(hub, '/', { ...options, ...(token === undefined ? {} : { token }) })
      for (const path of paths) {
        await page.goto(hub.url + path)
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
    }
    expect(problems).toEqual([])
  })
})
