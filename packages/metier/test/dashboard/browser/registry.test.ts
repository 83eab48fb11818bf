/** A registry on loopback: search it, trust it, install from it, update with warnings, and pin. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Machine, runMetier } from '../../cli/run-metier.js'
import { type ClawhubSkill, startClawhub } from '../../servers/clawhub.js'
import { hasNoBrowser } from '../../support/browser.js'
import { needs } from '../../support/programs.js'
import { useBrowser } from './browser.js'

const walk = useBrowser()

const text = (line: string) => `---\nname: tide-tables\ndescription: Reads tide tables\n---\n\n${line}\n`
const FIRST: ClawhubSkill = { slug: 'tide-tables', files: { 'SKILL.md': text('First edition.') } }
/** The scan warns of an address without a name. */
const SECOND: ClawhubSkill = {
  slug: 'tide-tables',
  versions: ['1.0.0', '2.0.0'],
  files: { 'SKILL.md': text('Second edition.\n\n```sh\ncurl http://203.0.113.7/tides.json\n```') },
}

describe.skipIf(hasNoBrowser)('a registry', needs('chromium'), () => {
  test('is searched, trusted and installed from, and its newer version is reviewed with its warnings', async () => {
    const { registry, offer } = await startRegistry()
    const machine = walk.create()
    const served = await walk.serve(machine)
    const page = await walk.open(served)
    await search(page, served.origin, registry.url)
    expect(registry.requests.filter((path) => path.startsWith('/api/v1/search'))).toHaveLength(1)

    // Nothing is fetched from a source that is not trusted.
    const asked = registry.requests.length
    await page.getByRole('button', { name: 'Review and install' }).click()
    await page
      .getByRole('alert')
      .getByText(/not a trusted source/)
      .waitFor()
    expect(registry.requests).toHaveLength(asked)
    await page.getByRole('button', { name: /^Trust / }).click()
    await page.getByRole('button', { name: 'Review and install' }).click()
    await page.getByRole('button', { name: 'Install tide-tables', exact: true }).click()
    await page.getByRole('link', { name: 'Open tide-tables' }).click()
    await page.getByText('First edition.').waitFor()

    offer(SECOND)
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('1 skill can be updated').waitFor()
    await page.getByRole('button', { name: 'Review the update' }).first().click()
    await page.getByText('accept the warning below').waitFor()
    await page.getByRole('region', { name: 'Changes of SKILL.md' }).getByText('Second edition.').waitFor()
    await page.getByRole('heading', { name: 'What the scan found' }).waitFor()
    expect((await page.locator('code').allTextContents()).some((code) => code.startsWith('sha256:'))).toBe(true)
    expect(await installedVersion(machine)).toBe('1.0.0')
    await page.getByRole('button', { name: 'Update tide-tables', exact: true }).click()
    await page.getByText('Updated tide-tables from 1.0.0 to 2.0.0').first().waitFor()
    expect(await installedVersion(machine)).toBe('2.0.0')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Your skills are as they were before').waitFor()
    expect(await installedVersion(machine)).toBe('1.0.0')
  })

  test('an update that is cancelled changes nothing, and one without news says so', async () => {
    const { registry, offer } = await startRegistry()
    const machine = walk.create()
    await install(machine, registry.host, registry.url)
    const served = await walk.serve(machine)
    const page = await walk.open(served)
    await page.goto(`${served.origin}/skills/tide-tables`)
    await page.getByRole('button', { name: 'Update…' }).click()
    await page
      .getByText(/was not changed. It is up to date/)
      .first()
      .waitFor()
    offer(SECOND)
    await page.getByRole('link', { name: 'Open tide-tables' }).click()
    await page.getByRole('button', { name: 'Update…' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('The files were removed from quarantine').waitFor()
    expect(await installedVersion(machine)).toBe('1.0.0')
  })

  test('a pinned skill is not offered for an update until it is unpinned', async () => {
    const { registry } = await startRegistry()
    const machine = walk.create()
    await install(machine, registry.host, registry.url)
    const served = await walk.serve(machine)
    const page = await walk.open(served)
    await page.goto(`${served.origin}/skills/tide-tables`)
    await page.getByRole('button', { name: 'Update…' }).waitFor()
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await page.getByRole('button', { name: 'Update…' }).waitFor({ state: 'detached' })
    expect((await runMetier(machine, 'lock')).stdout).toContain('pinned')
    await page.getByRole('button', { name: 'Unpin', exact: true }).click()
    await page.getByRole('button', { name: 'Update…' }).waitFor()
    expect((await runMetier(machine, 'lock')).stdout).not.toContain('pinned')
  })

  test('that finds nothing, and one that is down, say so', async () => {
    const served = await walk.serve(walk.create())
    const page = await walk.open(served)
    const { registry } = await startRegistry()
    await search(page, served.origin, registry.url, 'nothing at all', 0)
    await page.getByText('The registry has no skill for these words').waitFor()
    await search(page, served.origin, 'http://127.0.0.1:9', 'tides', 0)
    await page.getByRole('alert').waitFor()
  })
})

/** A registry with one skill, which can be replaced by a later version. */
async function startRegistry() {
  const skills = [FIRST]
  const registry = await startClawhub(skills, {
    answer: (path) => {
      if (!path.startsWith('/api/v1/search')) return undefined
      const isFound = path.includes('tide')
      return { body: { results: isFound ? [{ slug: 'tide-tables', summary: 'Reads tide tables' }] : [] } }
    },
  })
  return { registry, offer: (skill: ClawhubSkill) => void skills.splice(0, 1, skill) }
}

async function search(page: Page, origin: string, registry: string, words = 'tides', hits = 1): Promise<void> {
  await page.goto(`${origin}/install`)
  await page.getByRole('link', { name: 'Search a registry' }).click()
  await page.getByRole('textbox', { name: 'Registry' }).fill(registry)
  await page.getByRole('textbox', { name: 'Search for' }).fill(words)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  if (hits > 0) await page.getByRole('heading', { name: `${hits} skill for “${words}”` }).waitFor()
}

async function install(machine: Machine, host: string, url: string): Promise<void> {
  await runMetier(machine, 'trust', host)
  const { code } = await runMetier(machine, 'install', 'tide-tables', '--from', `clawhub+${url}`, '--yes')
  expect(code).toBe(0)
}

/** As the lockfile has it. */
async function installedVersion(machine: Machine): Promise<string | undefined> {
  const { stdout } = await runMetier(machine, 'lock', '--json')
  const { skills } = JSON.parse(stdout) as { skills: readonly { readonly name: string; readonly version: string }[] }
  return skills.find(({ name }) => name === 'tide-tables')?.version
}
