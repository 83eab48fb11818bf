/** A page outlives its server and says so. */
import { describe, test } from 'vitest'
import { hasNoBrowser } from '../../support/browser.js'
import { needs } from '../../support/programs.js'
import { useBrowser } from './browser.js'

const walk = useBrowser()

describe.skipIf(hasNoBrowser)('a server that ends', needs('chromium'), () => {
  test('is reported, keeps the last answers, and is back by itself once the new address was opened', async () => {
    const machine = walk.create()
    const first = await walk.serve(machine)
    const page = await walk.open(first)
    await page.getByText('An agent can use').waitFor()
    await first.stop()
    await page.getByText('The server does not answer.').waitFor()
    await page.getByText('An agent can use').waitFor()
    const second = await walk.serve(machine, first.port)
    await page.getByText('Open the address that').waitFor()
    const other = await page.context().newPage()
    await other.goto(second.address)
    await page.getByText('The server is back.').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
  })

  test('an action without a server says what to do', async () => {
    const machine = walk.create()
    const served = await walk.serve(machine)
    const page = await walk.open(served)
    await page.goto(`${served.origin}/skills/sql-review`)
    const disable = page.getByRole('button', { name: 'Disable', exact: true })
    await disable.waitFor()
    await served.stop()
    await disable.click()
    await page.getByRole('alert').getByText("Start it again with 'metier serve'").waitFor()
  })
})
