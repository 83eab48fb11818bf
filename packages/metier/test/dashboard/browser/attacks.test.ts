/** Attacks that only a real browser can judge: what it runs, frames, sends with its cookie, and how long it stays usable. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { MetricsEvent } from '../../../src/workspace/metrics/metrics.js'
import { runMetier } from '../../cli/run-metier.js'
import { hasNoBrowser } from '../../support/browser.js'
import { needs } from '../../support/programs.js'
import { openDashboard, TOKEN } from '../open-dashboard.js'
import { useBrowser } from './browser.js'

const walk = useBrowser()

const SCRIPT = 'window.stolen=1'
const LINKS = [
  `[a](javascript:${SCRIPT})`,
  `[a](JAVASCRIPT:${SCRIPT})`,
  `[a](java&#115;cript:${SCRIPT})`,
  `[a](&#x6a;avascript:${SCRIPT})`,
  `[a](data:text/html,<script>${SCRIPT}</script>)`,
  `[a](vbscript:${SCRIPT})`,
  `<javascript:${SCRIPT}>`,
  `[a][r]\n\n[r]: javascript:${SCRIPT}`,
  `[a](https://example.com/"onclick="${SCRIPT})`,
  `![a](javascript:${SCRIPT})`,
  `![a](x"onerror="${SCRIPT})`,
]
const MARKUP = [
  `<svg><script>${SCRIPT}</script></svg>`,
  `<svg><animate onbegin=${SCRIPT} attributeName=x dur=1s>`,
  `<math><a xlink:href="javascript:${SCRIPT}">x</a></math>`,
  `<iframe srcdoc="<script>parent.${SCRIPT}</script>"></iframe>`,
  `<details open ontoggle=${SCRIPT}>`,
  `<form action=/api/skill/disable method=post><button>x</button></form>`,
  '<base href="https://example.com/">',
  '<meta http-equiv="refresh" content="0;url=https://example.com/">',
  '<link rel=stylesheet href="https://example.com/a.css">',
  '<style>@import "https://example.com/a.css"; * { display: none !important }</style>',
  '<p style="position:fixed;inset:0;background:url(https://example.com/a.png)">x</p>',
]

describe.skipIf(hasNoBrowser)('text of a skill', needs('chromium'), () => {
  test('runs nothing, asks for nothing and leads nowhere, however it is written', async () => {
    const text = [...LINKS, ...MARKUP].join('\n\n')
    const machine = walk.create({
      '.agents/skills/hostile/SKILL.md': `---\nname: hostile\ndescription: ${MARKUP[0]}\n---\n\n${text}\n\nThe end.\n`,
      '.agents/skills/hostile/page.html': `<script>${SCRIPT}</script>`,
      '.agents/skills/hostile/image.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"/>`,
    })
    const served = await walk.serve(machine)
    const page = await walk.open(served)
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(served.origin)) elsewhere.push(request.url())
    })
    const paths = ['', '?tab=source', '?tab=files&file=page.html', '?tab=files&file=image.svg']
    for (const path of paths) {
      await page.goto(`${served.origin}/skills/hostile${path}`)
      await page.getByRole('heading', { level: 1, name: 'hostile' }).waitFor()
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      expect(await page.locator('main').locator('script, style, iframe, form[action], base, meta, math').count()).toBe(
        0,
      )
    }
    await page.goto(`${served.origin}/skills/hostile`)
    const prose = page.locator('.prose')
    await prose.getByText('The end.').waitFor()
    const targets = await prose
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(targets.filter((href) => !/^(?:https?:\/\/example\.com\/|\/skills\/hostile)/.test(href))).toEqual([])
    expect(await prose.locator('[style], [onclick], [onerror], img, svg').count()).toBe(0)
    expect(await page.evaluate("'stolen' in globalThis")).toBe(false)
    expect(elsewhere).toEqual([])
  })

  test('of 1 MiB that is slow to read leaves the page usable', async () => {
    const head = '---\nname: endless\ndescription: Never ends\n---\n\n'
    const body = `${'_a_b '.repeat(20_000)}\n\n${'> '.repeat(5_000)}\n\n${'[a](<'.repeat(20_000)}\n\n`
    const rest = 'word '.repeat((1024 * 1024 - head.length - body.length) / 5 - 10)
    const machine = walk.create({ '.agents/skills/endless/SKILL.md': head + body + rest })
    const served = await walk.serve(machine)
    const page = await walk.open(served)
    await page.goto(`${served.origin}/skills/endless`)
    await page.getByText('Read the rest in the source').waitFor()
    expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(30_000)
    await page.getByRole('link', { name: 'Source', exact: true }).click()
    await page.getByRole('region', { name: /^Source of/ }).waitFor()
    expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(5_000)
  })
})

describe.skipIf(hasNoBrowser)('another page on this machine', needs('chromium'), () => {
  // Another port of 127.0.0.1 is the same site, so the browser sends the cookie: only Origin and policy are in the way.
  test('can neither frame the dashboard, nor post to it, nor read from it', async () => {
    const machine = walk.create()
    const served = await walk.serve(machine)
    const page = await walk.open(served)
    const attacker = await host(`<!doctype html><iframe src="${served.origin}/skills/sql-review"></iframe>
      <iframe name="sink"></iframe>
      <form action="${served.origin}/api/skill/disable" method="post" enctype="text/plain" target="sink">
      <input name='{"skill":"sql-review","x":"' value='"}'><button>Win a prize</button></form>`)
    const own = await page.context().newPage()
    await own.goto(attacker)
    const refused = own.waitForResponse(`${served.origin}/api/skill/disable`)
    await own.getByRole('button').click()
    expect((await refused).status()).toBe(403)
    expect(await own.frames()[1]?.evaluate('document.documentElement.textContent')).not.toContain('sql-review')
    const read = await own.evaluate<string>(
      `fetch(${JSON.stringify(served.origin)} + '/api/skills', { credentials: 'include' }).then((a) => a.text(), String)`,
    )
    expect(read).toContain('TypeError')
    expect((await runMetier(machine, 'list', '--filter', 'disabled')).stdout).not.toContain('sql-review')
  })
})

describe.skipIf(hasNoBrowser)('10,000 events a second', needs('chromium'), () => {
  test('leave the page usable, with a table and requests that are bounded', async () => {
    const listeners: ((event: MetricsEvent) => void)[] = []
    const { port } = await openDashboard(
      { '.agents/skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Reads PDF files\n---\nRead.\n' },
      {
        assets: walk.pages(),
        onActivity: (listener) => {
          listeners.push(listener)
          return () => undefined
        },
      },
    )
    const origin = `http://127.0.0.1:${port}`
    const page = await walk.open({ address: `${origin}/?token=${TOKEN}`, origin, port, stop: async () => undefined })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByText('Nothing has happened').waitFor()
    let sent = 0
    const flood = setInterval(() => {
      for (let at = 0; at < 100; at++, sent++) for (const listener of listeners) listener(called(`tool-${sent % 200}`))
    }, 10)
    onTestFinished(() => clearInterval(flood))
    const events = page.getByRole('region', { name: 'Events, latest first' })
    await events.getByText('tool-').first().waitFor()
    await page.getByRole('link', { name: 'Skills' }).click()
    await page.getByRole('row', { name: /pdf/ }).waitFor()
    await page.getByRole('searchbox').fill('pdf')
    await page.waitForURL('**/skills?q=pdf')
    await page.getByRole('link', { name: 'Activity' }).click()
    await events.getByText('tool-').first().waitFor()
    await expect.poll(() => sent).toBeGreaterThan(10_000)
    clearInterval(flood)
    expect(await events.getByRole('row').count()).toBeLessThanOrEqual(101)
    // A request for a second of events at most, not one for each.
    expect(asked.filter((path) => path === '/api/activity').length).toBeLessThan(sent / 100)
  })
})

function called(tool: string): MetricsEvent {
  return {
    event: 'called',
    tool,
    skill: 'pdf',
    outcome: 'succeeded',
    milliseconds: 1.5,
    inputBytes: 2,
    outputBytes: 3,
  }
}

/** A page of another origin, on another port. */
async function host(html: string): Promise<string> {
  const server: Server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
