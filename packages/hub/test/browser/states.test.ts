/** First steps on an empty hub, a login by code, and what the pages say when something is wrong. */
import { describe, expect, test } from 'vitest'
import { hasNoBrowser } from '../../../metier/test/support/browser.js'
import { needs } from '../../../metier/test/support/programs.js'
import { RATE_LIMITS } from '../../src/http/rate-limit.js'
import { useHubBrowser } from '../support/browser.js'
import { ADMIN_TOKEN } from '../support/hub.js'

const walk = useHubBrowser()

describe.skipIf(hasNoBrowser)('an empty hub', needs('chromium'), () => {
  test('shows an administrator how to publish and how a colleague installs, with its own address', async () => {
    const hub = await walk.serve()
    const page = await walk.open(hub, '/', { token: ADMIN_TOKEN })
    await page.getByText(`metier publish skills --to ${hub.url}`).waitFor()
    await page.getByText(`metier trust clawhub+${hub.url}`).waitFor()
    await page.getByRole('button', { name: /Copy the command metier publish/ }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`metier publish skills --to ${hub.url}`)
    await page.getByRole('link', { name: 'Create a user' }).click()
    await page.getByRole('heading', { name: 'New user' }).waitFor()
  })

  test('shows a visitor how to sign in, and nothing to publish with', async () => {
    const hub = await walk.serve()
    const page = await walk.open(hub, '/')
    await page.getByRole('heading', { name: 'No public skills yet' }).waitFor()
    await page.getByText(`metier login ${hub.url}`).waitFor()
    expect(await page.getByText('metier publish').count()).toBe(0)
  })
})

describe.skipIf(hasNoBrowser)('a login by code', needs('chromium'), () => {
  const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

  test.each([
    ['Allow', 'access_token'],
    ['Refuse', 'access_denied'],
  ])('is shown with what it asks for, and %s gives the terminal %s', async (button, answer) => {
    const hub = await walk.serve()
    const started = (await hub.ask('POST', '/api/cli/device/code', {
      scope: 'read write',
      label: 'metier on laptop',
    })) as {
      readonly device_code: string
      readonly user_code: string
    }
    const page = await walk.open(hub, '/device', { token: await hub.makeUser('maya', ['publish']) })
    await page.getByRole('textbox', { name: 'Code' }).fill('BBBB-BBBB')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByRole('alert').getByText('Code not found or expired.').waitFor()
    await page.getByRole('textbox', { name: 'Code' }).fill(started.user_code.toLowerCase().replace('-', ' '))
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('metier on laptop').waitFor()
    await page.getByRole('checkbox', { name: /publish/ }).uncheck()
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('button', { name: 'Enter another code' }).waitFor()
    const body = { device_code: started.device_code, grant_type: GRANT }
    const polled = (await hub.ask('POST', '/api/cli/device/token', body)) as Readonly<Record<string, string>>
    if (answer === 'access_token') expect(polled).toMatchObject({ scope: 'read', access_token: expect.any(String) })
    else expect(polled.error).toBe(answer)
  })
})

describe.skipIf(hasNoBrowser)('a hub that refuses or is gone', needs('chromium'), () => {
  test('is reported while it does not answer, and the page goes on when it is back', async () => {
    const hub = await walk.serve()
    await hub.publish({ name: 'alpha' })
    const page = await walk.open(hub, '/')
    await page.getByRole('link', { name: 'alpha' }).waitFor()
    const start = await hub.stop()
    await page.getByRole('link', { name: 'alpha' }).click()
    await page.getByText('The hub does not answer. This page shows its last answers').waitFor()
    await start()
    await page.getByText(/metier install @admin\/alpha/).waitFor()
    expect(await page.getByText('The hub does not answer').count()).toBe(0)
  })

  test('says that a session has ended when its token is revoked, and asks to sign in', async () => {
    const hub = await walk.serve()
    const maya = await hub.makeUser('maya', ['publish'])
    const page = await walk.open(hub, '/tokens', { token: maya })
    await page.getByRole('heading', { name: '1 token in use' }).waitFor()
    const { tokens } = (await hub.ask('GET', '/api/hub/v1/tokens', undefined, maya)) as {
      readonly tokens: readonly { readonly id: number }[]
    }
    await hub.ask('DELETE', `/api/hub/v1/tokens/${tokens[0]?.id}`)
    await page.getByRole('textbox', { name: 'Name' }).fill('another')
    await page.getByRole('button', { name: 'Create the token' }).click()
    await page.getByText('Your session has ended. Sign in again.').waitFor()
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  })

  test('says when to try again after too many requests', async () => {
    const none = { ...RATE_LIMITS.anonymous, read: 8 }
    const hub = await walk.serve({ rateLimits: { ...RATE_LIMITS, anonymous: none } })
    const page = await walk.open(hub, '/')
    const visit = async () => {
      await page.goto(`${hub.url}/skills/admin/alpha`)
      await page.getByRole('alert').first().waitFor()
      return page.getByText(/^Try again in \d+ seconds\.$/).count()
    }
    await expect.poll(visit, { timeout: 60_000 }).toBeGreaterThan(0)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  test('names the next step for a skill that is not there', async () => {
    const hub = await walk.serve()
    const page = await walk.open(hub, '/skills/admin/nothing')
    await page.getByRole('alert').getByText('Skill not found').waitFor()
    await page.getByText('Only members of its owner see a private skill.').waitFor()
  })

  test('says where to make a user that a team does not find', async () => {
    const hub = await walk.serve()
    const page = await walk.open(hub, '/owners', { token: ADMIN_TOKEN })
    const handle = page.getByLabel('Handle of a new member of @admin')
    await page.getByText('Add a member to @admin').click()
    await handle.fill('bobby')
    await handle.press('Enter')
    await page.getByText('Check the name. Administrators make new users on the page /admin.').waitFor()
    expect(await page.getByText('Only members of its owner').count()).toBe(0)
  })
})
