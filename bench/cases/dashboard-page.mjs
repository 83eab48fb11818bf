// The table of skills in a real browser before a real `metier serve`, and an empty page of the same server.
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { installProbe } from '../lib/page-probe.mjs'
import { startServer } from '../lib/served.mjs'
import { percentile } from '../lib/statistics.mjs'

const GRID = '[role="grid"]'
const VIEWPORT = { width: 1280, height: 900 }
const FRAMES = 200
/** Ten rows a frame are as fast as a wheel is turned; every twentieth frame is a jump by the scroll bar. */
const PIXELS = 320
const JUMP = 40_000
const WORDS = ['invoice', 'compress photo', 'translate the speech', 'sqlite3 backup', 'garden calendar']
const EMPTY = '<!doctype html><html lang="en"><title>Empty</title><p>Empty</p><input>'

export async function measure({ dist, root, browser: executablePath, scratch }) {
  const assets = join(scratch, 'pages')
  cpSync(join(dist, 'dashboard'), assets, { recursive: true })
  writeFileSync(join(assets, 'assets/empty.html'), EMPTY)
  const variables = { METIER_DASHBOARD_ASSETS: assets }
  const server = await startServer({ dist, words: ['--root', root], home: join(scratch, 'home'), variables })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const origin = new URL(server.page).origin
    const context = await browser.newContext({ viewport: VIEWPORT })
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    await page.addInitScript(installProbe)
    await page.goto(server.page)
    const empty = prefixed('empty', await measureEmpty(page, `${origin}/assets/empty.html`))
    const table = await measureTable(page, `${origin}/skills`, server)
    return { ...empty, ...table, serverMb: server.residentMb() }
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function measureEmpty(page, address) {
  await page.goto(address)
  const paintMs = await firstPaint(page)
  await page.evaluate(() => Object.assign(document.body.style, { height: '400000px' }))
  const frames = await measureFrames(page)
  await page.locator('input').focus()
  const keys = []
  for (const key of WORDS[0]) {
    await page.keyboard.press(key)
    const at = await page.evaluate(() => globalThis.probe.frame())
    keys.push(at - (await page.evaluate(() => globalThis.probe.keyAt)))
  }
  return { paintMs, ...frames, keyMs: percentile(keys, 0.95), heapMb: await heapMegabytes(page) }
}

async function measureTable(page, address, server) {
  const [paints, tables] = [[], []]
  for (let round = 0; round < 3; round++) {
    await page.goto('about:blank')
    await page.goto(address)
    await page.waitForFunction(() => globalThis.probe.tableAt > 0)
    paints.push(await firstPaint(page))
    tables.push(await page.evaluate(() => globalThis.probe.tableAt))
  }
  const frames = await measureFrames(page, GRID)
  const keys = await measureKeys(page, server)
  const heapMb = await heapMegabytes(page)
  // The first time is what the server needs to find its skills as well.
  return { paintMs: paints.at(-1), firstTableMs: tables[0], tableMs: tables.slice(1), ...frames, ...keys, heapMb }
}

/** Milliseconds of scripting in each frame, by the clock and by the processor. */
async function measureFrames(page, selector) {
  const [frameMs, frameCpuMs] = [
    await scriptingPerFrame(page, selector, 'timeTicks'),
    await scriptingPerFrame(page, selector, 'threadTicks'),
  ]
  return { frameMs: percentile(frameMs, 0.95), frameCpuMs: percentile(frameCpuMs, 0.95) }
}

async function scriptingPerFrame(page, selector, timeDomain) {
  const { session, read } = await openMetrics(page, timeDomain)
  const figures = []
  for (let frame = 0; frame < FRAMES; frame++) {
    const before = await read('ScriptDuration')
    const pixels = frame % 20 === 19 ? JUMP : PIXELS
    await page.evaluate(([what, by]) => globalThis.probe.scroll(what, by), [selector, pixels])
    figures.push((await read('ScriptDuration')) - before)
  }
  await session.send('Performance.disable')
  await session.detach()
  return figures
}

/** From a key in the search box until the rows that answer it are painted, and the processor time of page and server for it. */
async function measureKeys(page, server) {
  const [whole, answers] = [[], []]
  const box = page.getByRole('searchbox')
  const { session, read } = await openMetrics(page, 'threadTicks')
  const before = { page: await read('TaskDuration'), server: server.processorMs() }
  for (const words of WORDS) {
    await box.fill('')
    await page.evaluate(() => globalThis.probe.frame())
    await box.focus()
    for (let length = 1; length <= words.length; length++) {
      await page.keyboard.press(words[length - 1] === ' ' ? 'Space' : words[length - 1])
      const query = words.slice(0, length)
      // A space alone asks for nothing new.
      if (query.endsWith(' ')) continue
      const times = await page.evaluate((text) => globalThis.probe.searched(text), query)
      whole.push(times.whole)
      answers.push(times.server)
    }
  }
  const processor = (await read('TaskDuration')) - before.page + server.processorMs() - before.server
  await session.detach()
  return {
    keyMs: percentile(whole, 0.95),
    keyMedianMs: percentile(whole, 0.5),
    keyCpuMs: processor / whole.length,
    searchMs: percentile(answers, 0.95),
  }
}

/** Chromium's own sums for a page, in milliseconds. */
async function openMetrics(page, timeDomain) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain })
  const read = async (wanted) => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === wanted).value * 1_000
  }
  return { session, read }
}

async function firstPaint(page) {
  const seen = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime
  const found = await page.waitForFunction(seen)
  return found.jsonValue()
}

/** What the scripts of the page hold after a collection. */
async function heapMegabytes(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 2 ** 20
}

function prefixed(word, figures) {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${word}.${name}`, value]))
}
