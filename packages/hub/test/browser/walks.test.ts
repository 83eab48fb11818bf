/** What people come to a hub for, in a real browser. */
import { describe, expect, test } from 'vitest'
import { hasNoBrowser } from '../../../metier/test/support/browser.js'
import { needs } from '../../../metier/test/support/programs.js'
import { useHubBrowser } from '../support/browser.js'
import { ADMIN_TOKEN } from '../support/hub.js'

const walk = useHubBrowser()
/** An executable file: a warning by itself. */
const RISKY = '\x7fELF\x02\x01\x01\0\0\0\0\0'
const main = (body: string) => `---\nname: tide-tables\ndescription: Reads tide tables\n---\n\n${body}\n`

describe.skipIf(hasNoBrowser)('a visitor', needs('chromium'), () => {
  test('searches while typing, reads a skill and its files, and sees the command to install it', async () => {
    const hub = await walk.serve()
    await hub.publish({ name: 'tide-tables', description: 'Reads tide tables', files: { 'notes.md': 'Slack water' } })
    await hub.publish({ name: 'sql-review', description: 'Reviews SQL queries' })
    const page = await walk.open(hub, '/')
    await page.getByRole('link', { name: 'sql-review' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search skills' }).fill('tide')
    await page.getByRole('link', { name: 'sql-review' }).waitFor({ state: 'detached' })
    await page.waitForURL('**/?q=tide')
    await page.getByRole('link', { name: 'tide-tables' }).click()
    await page.waitForURL('**/skills/admin/tide-tables')
    await page.getByText(`metier install @admin/tide-tables --from clawhub+${hub.url}`).waitFor()
    await page.getByRole('link', { name: 'Files' }).click()
    await page.getByRole('link', { name: /notes\.md/ }).click()
    await page.getByRole('region', { name: 'Text of notes.md' }).getByText('Slack water').waitFor()
    expect(await page.getByRole('link', { name: 'Tokens' }).count()).toBe(0)
  })

  test('compares any two versions, line by line', async () => {
    const hub = await walk.serve()
    const versions = { '1.0.0': 'High and low.', '1.1.0': 'High, low and slack.', '2.0.0': 'Only high.' }
    for (const [version, body] of Object.entries(versions)) {
      await hub.publish({ name: 'tide-tables', version, files: { 'SKILL.md': main(body) } })
    }
    const page = await walk.open(hub, '/skills/admin/tide-tables?tab=versions')
    const changes = page.getByRole('region', { name: 'Changes of SKILL.md' })
    await changes.locator('.diff-added').getByText('Only high.').waitFor()
    await page.getByRole('combobox', { name: 'From' }).selectOption('1.0.0')
    await changes.locator('.diff-removed').getByText('High and low.').waitFor()
    await page.getByRole('combobox', { name: 'To' }).selectOption('1.1.0')
    await changes.locator('.diff-added').getByText('High, low and slack.').waitFor()
    await page.waitForURL('**from=1.0.0&to=1.1.0')
  })

  test('sees nothing of a private skill of somebody else, and its owner does', async () => {
    const hub = await walk.serve()
    const [alice, bob] = [await hub.makeUser('alice', ['publish']), await hub.makeUser('bob', ['publish'])]
    await hub.publish({ name: 'secret-plan', token: alice, payload: { visibility: 'private' } })
    const theirs = await walk.open(hub, '/?q=secret+plan', { token: bob })
    await theirs.getByText('No skill matches').waitFor()
    await theirs.goto(`${hub.url}/skills/alice/secret-plan`)
    await theirs.getByRole('alert').getByText('Skill not found').waitFor()
    const own = await walk.open(hub, '/skills/alice/secret-plan', { token: alice })
    await own.getByText('Private', { exact: true }).waitFor()
  })
})

describe.skipIf(hasNoBrowser)('a signed-in user', needs('chromium'), () => {
  test('is refused with a wrong token, and signed out for good', async () => {
    const hub = await walk.serve()
    const page = await walk.open(hub, '/sign-in')
    await page.getByRole('textbox', { name: 'Token' }).fill('not-a-token-of-this-hub-0000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('Invalid, expired or revoked token').waitFor()
    await page.getByRole('textbox', { name: 'Token' }).fill(ADMIN_TOKEN)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ name: 'metier_hub', httpOnly: true, sameSite: 'Strict', path: '/' })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Sign in' }).waitFor()
    expect(await page.context().cookies()).toEqual([])
    const again = await fetch(`${hub.url}/api/v1/whoami`, { headers: { cookie: `metier_hub=${cookie?.value}` } })
    expect(again.status).toBe(401)
  })

  test('creates a token that works, sees it once, and revokes it', async () => {
    const hub = await walk.serve()
    const page = await walk.open(hub, '/tokens', { token: await hub.makeUser('maya', ['publish']) })
    expect(await page.getByRole('checkbox', { name: /admin/ }).count()).toBe(0)
    await page.getByRole('textbox', { name: 'Name' }).fill('release job')
    await page.getByRole('button', { name: 'Create the token' }).click()
    const token = (await page.locator('.hub-secret code').textContent()) ?? ''
    const whoami = () => fetch(`${hub.url}/api/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })
    expect((await whoami()).status).toBe(200)
    await page.reload()
    await page.getByRole('button', { name: 'Revoke release job' }).waitFor()
    expect(await page.getByText(token).count()).toBe(0)
    await page.getByRole('button', { name: 'Revoke release job' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect((await whoami()).status).toBe(200)
    await page.getByRole('button', { name: 'Revoke release job' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByRole('button', { name: 'Revoke release job' }).waitFor({ state: 'detached' })
    expect((await whoami()).status).toBe(401)
  })
})

describe.skipIf(hasNoBrowser)('a moderator', needs('chromium'), () => {
  test('reads every file of a waiting version and approves it', async () => {
    const hub = await walk.serve()
    await hub.publish({ name: 'risky', files: { tool: RISKY, 'notes.md': 'Harmless' } })
    const page = await walk.open(hub, '/moderation', { token: await hub.makeUser('mo', ['moderate']) })
    await page.getByRole('link', { name: 'tool:1' }).click()
    await page
      .getByText('File is not UTF-8 text')
      .or(page.getByRole('region', { name: 'Text of tool' }))
      .first()
      .waitFor()
    await page.getByRole('link', { name: /^notes\.md/ }).click()
    await page.getByRole('region', { name: 'Text of notes.md' }).getByText('Harmless').waitFor()
    expect((await fetch(`${hub.url}/api/v1/skills/risky`)).status).toBe(404)
    await page.getByRole('button', { name: 'Approve risky@1.0.0' }).click()
    await page.getByText('Nothing waits for a decision').waitFor()
    expect((await fetch(`${hub.url}/api/v1/skills/risky`)).status).toBe(200)
  })

  test('rejects one only with a reason, which its publisher reads', async () => {
    const hub = await walk.serve()
    const alice = await hub.makeUser('alice', ['publish'])
    await hub.publish({ name: 'risky', token: alice, files: { tool: RISKY } })
    const page = await walk.open(hub, '/moderation', { token: ADMIN_TOKEN })
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('alert').getByText('Say why you reject it').waitFor()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Ship the source instead')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Nothing waits for a decision').waitFor()
    const own = await walk.open(hub, '/skills/alice/risky?version=1.0.0', { token: alice })
    await own.getByText('Ship the source instead').first().waitFor()
  })
})

describe.skipIf(hasNoBrowser)('an administrator', needs('chromium'), () => {
  test('creates a user with a token, adds a member, and checks the log', async () => {
    const hub = await walk.serve()
    const page = await walk.open(hub, '/admin?tab=users', { token: ADMIN_TOKEN })
    await page.getByRole('textbox', { name: 'Handle' }).fill('maya')
    await page.getByRole('button', { name: 'Create the user' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Create the token' }).click()
    const token = await page.getByRole('dialog').locator('.hub-secret code').textContent()
    const whoami = await fetch(`${hub.url}/api/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })
    expect(await whoami.json()).toMatchObject({ user: { handle: 'maya', scopes: ['publish'] } })
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    const tabs = page.getByRole('navigation', { name: 'Parts of the administration' })
    await tabs.getByRole('link', { name: 'Owners' }).click()
    await page.getByText('Add a member to @admin').click()
    await page.getByRole('textbox', { name: 'Handle of a new member of @admin' }).fill('maya')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Remove @maya from @admin' }).waitFor()
    await tabs.getByRole('link', { name: 'Log' }).click()
    await page.getByRole('cell', { name: 'owner.member' }).waitFor()
    await page.getByRole('button', { name: 'Check the chain' }).click()
    await page.getByText(/^The chain holds: \d+ entries checked\.$/).waitFor()
  })
})

describe.skipIf(hasNoBrowser)('a hostile skill', needs('chromium'), () => {
  test('runs nothing, links nowhere that it should not, and breaks no layout', async () => {
    const hub = await walk.serve()
    const table = [
      '| a | b |',
      '|---|---|',
      ...Array.from({ length: 3000 }, (_, at) => `| ${at} | ${'x'.repeat(40)} |`),
    ]
    const body = [
      '# Tides <img src=x onerror="window.harmed = 1">',
      '<script>window.harmed = 1</script>',
      '[click](javascript:window.harmed=1) [data](data:text/html,<script>1</script>) [other](//evil.example/x)',
      '![pixel](https://evil.example/pixel.png)',
      `${'long'.repeat(400)}`,
      '',
      ...table,
    ]
      .join('\n\n')
      .replaceAll('|\n\n|', '|\n|')
    const published = await hub.publish({ name: 'tide-tables', files: { 'SKILL.md': main(body) } })
    expect(published.status, await published.clone().text()).toBe(200)
    const page = await walk.open(hub, '/', { token: ADMIN_TOKEN, viewport: { width: 390, height: 800 } })
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(hub.url)) foreign.push(request.url())
    })
    await page.goto(`${hub.url}/skills/admin/tide-tables`)
    await page.getByText('<script>window.harmed = 1</script>').waitFor()
    const targets = await page
      .locator('.prose a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(targets).toEqual([])
    expect(await page.locator('.prose img, .prose script').count()).toBe(0)
    expect(await page.evaluate('window.harmed')).toBeUndefined()
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    expect(foreign).toEqual([])
  })
})
