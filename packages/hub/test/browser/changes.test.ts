/** What publishers and moderators change on the page of a skill, and what the others then see. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasNoBrowser } from '../../../metier/test/support/browser.js'
import { needs } from '../../../metier/test/support/programs.js'
import { type ServedHub, useHubBrowser } from '../support/browser.js'
import { ADMIN_TOKEN } from '../support/hub.js'

const walk = useHubBrowser()
/** An executable file: a warning by itself. */
const RISKY = '\x7fELF\x02\x01\x01\0\0\0\0\0'
const DOWNLOAD = '/api/v1/download?slug=alpha&version=1.0.0'

function dialogOf(page: Page) {
  const dialog = page.getByRole('dialog')
  return { dialog, confirm: (name: string) => dialog.getByRole('button', { name, exact: true }).click() }
}

async function status(hub: ServedHub, path: string): Promise<number> {
  return (await fetch(hub.url + path)).status
}

describe.skipIf(hasNoBrowser)('a publisher', needs('chromium'), () => {
  test('withdraws a version after reading what follows, and its number is gone for good', async () => {
    const hub = await walk.serve()
    const alice = await hub.makeUser('alice', ['publish'])
    await hub.publish({ name: 'alpha', token: alice })
    await hub.publish({ name: 'alpha', version: '1.1.0', token: alice })
    const page = await walk.open(hub, '/skills/alice/alpha?tab=versions', { token: alice })
    await page.getByRole('button', { name: 'Withdraw version 1.1.0' }).click()
    const { dialog, confirm } = dialogOf(page)
    await dialog.getByText('You cannot undo this.').waitFor()
    await dialog.getByText('Equivalent command').click()
    await dialog.getByText(/curl -X DELETE.*\/api\/v1\/skills\/alpha\/versions\/1\.1\.0\?owner=alice/).waitFor()
    await confirm('Cancel')
    expect(await status(hub, '/api/v1/skills/alpha/versions/1.1.0')).toBe(200)
    await page.getByRole('button', { name: 'Withdraw version 1.1.0' }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong table')
    await confirm('Withdraw')
    await page.getByText('Withdrawn', { exact: true }).waitFor()
    await page.getByText('Wrong table').waitFor()
    expect(await status(hub, '/api/v1/skills/alpha/versions/1.1.0')).toBe(410)
    expect(await page.getByRole('button', { name: 'Withdraw version 1.1.0' }).count()).toBe(0)
  })

  test('deletes a skill, finds it among those that are not listed, and undeletes it', async () => {
    const hub = await walk.serve()
    const alice = await hub.makeUser('alice', ['publish'])
    await hub.publish({ name: 'alpha', token: alice })
    const page = await walk.open(hub, '/skills/alice/alpha?tab=manage', { token: alice })
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialogOf(page).confirm('Delete')
    await page
      .getByText(/^Deleted on /)
      .first()
      .waitFor()
    expect(await status(hub, DOWNLOAD)).toBe(410)
    await page.getByRole('link', { name: 'Skills', exact: true }).click()
    await page.getByRole('link', { name: 'alpha' }).click()
    await page.getByRole('link', { name: 'Undelete it' }).click()
    await page.getByRole('button', { name: 'Undelete' }).click()
    await dialogOf(page).confirm('Undelete')
    await page.getByRole('button', { name: 'Delete', exact: true }).waitFor()
    expect(await status(hub, DOWNLOAD)).toBe(200)
  })

  test('changes visibility, the name and tags', async () => {
    const hub = await walk.serve()
    const alice = await hub.makeUser('alice', ['publish'])
    await hub.publish({ name: 'alpha', token: alice })
    const page = await walk.open(hub, '/skills/alice/alpha?tab=manage', { token: alice })
    const { dialog, confirm } = dialogOf(page)
    await page.getByRole('button', { name: 'Make private' }).click()
    await confirm('Make private')
    await page.getByText('Private', { exact: true }).waitFor()
    expect(await status(hub, '/api/v1/skills/alpha')).toBe(404)
    await page.getByRole('button', { name: 'Make public' }).click()
    await confirm('Make public')
    await page.getByRole('button', { name: 'Make private' }).waitFor()
    await page.getByRole('button', { name: 'Set a tag' }).click()
    await dialog.getByRole('textbox', { name: 'Tag' }).fill('stable')
    await confirm('Set the tag')
    await page.getByText('stable → 1.0.0').waitFor()
    await page.getByRole('button', { name: 'Rename' }).click()
    await dialog.getByRole('textbox', { name: 'New name' }).fill('Not A Name')
    await confirm('Rename')
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('textbox', { name: 'New name' }).fill('beta')
    await confirm('Rename')
    await page.waitForURL('**/skills/alice/beta?tab=manage')
    await page.getByRole('button', { name: 'Remove the tag stable' }).click()
    await confirm('Remove')
    await page.getByText('stable → 1.0.0').waitFor({ state: 'detached' })
    expect(await status(hub, '/api/v1/skills/alpha')).toBe(200)
  })

  test('is offered nothing for a skill of another owner, and refused by the hub anyway', async () => {
    const hub = await walk.serve()
    const [alice, bob] = [await hub.makeUser('alice', ['publish']), await hub.makeUser('bob', ['publish'])]
    await hub.publish({ name: 'alpha', token: alice })
    const page = await walk.open(hub, '/skills/alice/alpha?tab=versions', { token: bob })
    await page.getByRole('heading', { name: '1 version' }).waitFor()
    expect(await page.getByRole('link', { name: 'Manage' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /Withdraw/ }).count()).toBe(0)
    const headers = { authorization: `Bearer ${bob}` }
    expect((await fetch(`${hub.url}/api/v1/skills/alpha`, { method: 'DELETE', headers })).status).toBe(403)
  })
})

describe.skipIf(hasNoBrowser)('a moderator', needs('chromium'), () => {
  test('hides a skill with a reason that its owner reads, still reads it, and unhides it', async () => {
    const hub = await walk.serve()
    const alice = await hub.makeUser('alice', ['publish'])
    await hub.publish({ name: 'alpha', token: alice })
    const page = await walk.open(hub, '/skills/alice/alpha?tab=manage', {
      token: await hub.makeUser('mo', ['moderate']),
    })
    const { dialog, confirm } = dialogOf(page)
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    expect(await dialog.getByRole('button', { name: 'Hide', exact: true }).getAttribute('aria-disabled')).toBe('true')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Names a customer')
    await confirm('Hide')
    await page.getByRole('button', { name: 'Unhide' }).waitFor()
    expect(await status(hub, DOWNLOAD)).toBe(403)
    const own = await walk.open(hub, '/skills/alice/alpha', { token: alice })
    await own.getByText('Names a customer').first().waitFor()
    await own.getByRole('heading', { name: 'alpha', level: 1 }).first().waitFor()
    await page.getByRole('button', { name: 'Unhide' }).click()
    await confirm('Unhide')
    await page.getByRole('button', { name: 'Hide', exact: true }).waitFor()
    expect(await status(hub, DOWNLOAD)).toBe(200)
  })

  test('takes a published version back, and approves it later from the rejected ones', async () => {
    const hub = await walk.serve()
    await hub.publish({ name: 'alpha' })
    await hub.publish({ name: 'alpha', version: '1.1.0' })
    const page = await walk.open(hub, '/skills/admin/alpha?tab=manage', { token: ADMIN_TOKEN })
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Wrong table')
    await dialogOf(page).confirm('Reject')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await status(hub, '/api/v1/skills/alpha/versions/1.1.0')).toBe(404)
    await page.goto(`${hub.url}/moderation?tab=rejected`)
    await page.getByText('Wrong table').waitFor()
    await page.getByText('1.1.0 becomes the latest version.').waitFor()
    expect(await page.getByRole('button', { name: 'Reject' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Approve alpha@1.1.0' }).click()
    await page.getByText('Nothing was rejected').waitFor()
    expect(await status(hub, '/api/v1/skills/alpha/versions/1.1.0')).toBe(200)
  })

  test('reads before a decision what happens to earlier versions', async () => {
    const hub = await walk.serve()
    await hub.publish({ name: 'alpha' })
    await hub.publish({ name: 'alpha', version: '1.1.0', files: { tool: RISKY } })
    const page = await walk.open(hub, '/moderation', { token: ADMIN_TOKEN })
    await page.getByText('1.1.0 becomes the latest version. 1.0.0 and earlier ones can still be installed').waitFor()
    await page.getByText('1.0.0 stays the latest version that others install.').waitFor()
    await page.getByRole('link', { name: 'Scans' }).click()
    await page.getByText('The current rules scanned all 2 versions.').waitFor()
    await page.getByRole('button', { name: 'Scan again' }).click()
    await dialogOf(page).confirm('Scan again')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})
