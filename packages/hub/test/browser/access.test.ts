/** Every page in both themes, wide and narrow: nothing for axe to report, nothing that scrolls sideways. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasNoBrowser } from '../../../metier/test/support/browser.js'
import { needs } from '../../../metier/test/support/programs.js'
import { type ServedHub, useHubBrowser } from '../support/browser.js'
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
  '/skills/admin/tide-tables?tab=manage',
  '/skills/admin/gone?tab=manage',
  '/skills/admin/gone?tab=versions',
  '/moderation',
  '/moderation?tab=rejected',
  '/moderation?tab=unlisted',
  '/moderation?tab=scans',
  '/owners',
  '/device',
  '/tokens',
  '/admin',
  '/admin?tab=users',
  '/admin?tab=owners',
  '/admin?tab=tokens',
  '/admin?tab=log',
]

interface AxeReport {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

/** What axe reports of the page as it is, and whether it is too wide. */
async function inspect(page: Page, name: string): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeReport>(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
  )
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return [
    ...violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes[0]?.html}`),
    ...(overflow > 0 ? [`${name}: ${overflow} pixels too wide`] : []),
  ]
}

async function visit(page: Page, hub: ServedHub, path: string): Promise<void> {
  await page.goto(hub.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** A visitor's and the administrator's browser; the page's policy allows no foreign script, so axe is let in past it. */
function contextOf(colorScheme: 'light' | 'dark', width: number, token?: string) {
  const options = { colorScheme, viewport: { width, height: 800 }, bypassCSP: true }
  return { ...options, ...(token === undefined ? {} : { token }) }
}

async function fill(hub: ServedHub): Promise<void> {
  await hub.publish({ name: 'tide-tables', files: { 'references/ports.md': '# Ports\n' } })
  await hub.publish({ name: 'tide-tables', version: '1.1.0', description: 'Reads tide tables of ports' })
  await hub.publish({ name: 'native-tool', files: { tool: '\x7fELF\x02\x01\x01\0\0\0\0\0' } })
  await hub.publish({ name: 'gone' })
  await hub.ask('DELETE', '/api/v1/skills/gone')
  await hub.makeUser('maya', ['publish'])
}

describe.skipIf(hasNoBrowser)('every page of the hub', needs('chromium'), () => {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 768],
    ['light', 360],
    ['dark', 360],
  ] as const)('in %s at %i pixels can be used by everyone', async (colorScheme, width) => {
    const hub = await walk.serve()
    const problems: string[] = []
    for (const token of [undefined, ADMIN_TOKEN]) {
      const page = await walk.open(hub, '/', contextOf(colorScheme, width, token))
      await visit(page, hub, '/')
      problems.push(...(await inspect(page, 'the empty hub')))
    }
    await fill(hub)
    for (const [paths, token] of [
      [OPEN, undefined],
      [SIGNED_IN, ADMIN_TOKEN],
    ] as const) {
      const page = await walk.open(hub, '/', contextOf(colorScheme, width, token))
      for (const path of paths) {
        await visit(page, hub, path)
        problems.push(...(await inspect(page, path)))
      }
    }
    expect(problems).toEqual([])
  })

  test.each([
    ['light', 360],
    ['dark', 1280],
  ] as const)('asks before a change in %s at %i pixels, for everyone', async (colorScheme, width) => {
    const hub = await walk.serve()
    await fill(hub)
    const page = await walk.open(
      hub,
      '/skills/admin/tide-tables?tab=manage',
      contextOf(colorScheme, width, ADMIN_TOKEN),
    )
    const problems: string[] = []
    for (const name of ['Make private', 'Rename', 'Set a tag', 'Delete', 'Hide', 'Reject']) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').getByText('Equivalent command').click()
      problems.push(...(await inspect(page, name)))
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      // Focus goes back to the button that was pressed.
      expect(await page.evaluate('document.activeElement?.textContent')).toBe(name)
    }
    expect(problems).toEqual([])
  })
})
