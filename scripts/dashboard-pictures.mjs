// Takes pictures of every page of `metier serve` over the example skills, with Debian's chromium.
//   node scripts/dashboard-pictures.mjs [DIRECTORY]    every page at 390, 1280 and 1920 pixels, light and dark
//   node scripts/dashboard-pictures.mjs --readme       the two pictures of the README
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { chromium } from 'playwright-core'
import { ensureBuilt } from './lib/built.mjs'
import { repository } from './lib/run.mjs'

const PORT = 7394
const MOST_BYTES = 150_000
const PAGES = {
  overview: '/',
  skills: '/skills',
  skill: '/skills/video-frames',
  'skill-source': '/skills/csv-tools?tab=source',
  'skill-files': '/skills/csv-tools?tab=files',
  'skill-findings': '/skills/api-client?tab=findings',
  'skill-tools': '/skills/csv-tools?tab=tools',
  'skill-versions': '/skills/tide-tables?tab=versions',
  'skill-overlaps': '/skills/code-review?tab=overlaps',
  routing: '/routing?q=check+my+SQL',
  tools: '/tools?tool=skills',
  install: '/install',
  'install-registry': '/install?from=registry',
  'install-gate': '/install?install=UPDATE',
  activity: '/activity',
}
const README = [
  { name: 'overview', theme: 'light' },
  { name: 'routing', theme: 'dark' },
]

const [argument] = process.argv.slice(2)
const built = await ensureBuilt()
if (!built.ok) throw new Error(built.output)
const home = await mkdtemp(join(tmpdir(), 'metier-pictures-'))
const server = await serve()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
try {
  if (argument === '--readme') await takeForReadme()
  else await takeAll(argument ?? join(repository, '.cache/pictures'))
} finally {
  await browser.close()
  server.child.kill('SIGTERM')
  await new Promise((resolve) => server.child.once('close', resolve))
  await rm(home, { recursive: true, force: true })
}

async function takeAll(directory) {
  await mkdir(directory, { recursive: true })
  for (const theme of ['light', 'dark']) {
    for (const width of [390, 1280, 1920]) {
      const isMobile = width < 500
      const page = await open({ colorScheme: theme, isMobile, hasTouch: isMobile, viewport: sizeOf(width) })
      for (const [name, path] of Object.entries(PAGES)) {
        await page.setViewportSize(sizeOf(width))
        await show(page, path)
        await showWhole(page, width)
        await page.screenshot({ path: join(directory, `${name}-${width}-${theme}.png`) })
      }
      await page.context().close()
    }
  }
  console.log(`${Object.keys(PAGES).length * 6} pictures in ${relative(process.cwd(), directory)}`)
}

function sizeOf(width) {
  return { width, height: width < 500 ? 844 : 900 }
}

/** A window as high as its page, so that what is fixed to an edge is at that edge. */
async function showWhole(page, width) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, sizeOf(width).height) })
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
}

async function takeForReadme() {
  for (const { name, theme } of README) {
    const page = await open({ colorScheme: theme, viewport: { width: 1280, height: 720 } })
    await show(page, PAGES[name])
    const path = join(repository, `docs/images/dashboard-${name}.png`)
    await page.screenshot({ path })
    await page.context().close()
    const { size } = await stat(path)
    console.log(`${relative(repository, path)}: ${size} bytes`)
    if (size > MOST_BYTES) throw new Error(`${relative(repository, path)} is over ${MOST_BYTES} bytes`)
  }
}

/** A project with the example skills in a home with three agents, so that every page has something to show. */
async function serve() {
  const project = join(home, 'work/shop')
  await cp(join(repository, 'examples/skills'), join(project, '.agents/skills'), { recursive: true })
  await writeFile(join(project, 'orders.csv'), 'id,country,total\n1,PT,120\n2,DE,80\n3,PT,99\n')
  await offer('First edition: high and low water.')
  for (const agent of ['.claude', '.codex', '.cursor', '.gemini']) await mkdir(join(home, agent), { recursive: true })
  const main = join(repository, 'packages/metier/dist/cli/main.js')
  const env = { HOME: home, PATH: process.env.PATH }
  const child = spawn(process.execPath, [main, 'serve', '--port', String(PORT)], { cwd: project, env })
  const address = await new Promise((resolve, reject) => {
    let text = ''
    const read = (part) => {
      text += part
      const [found] = /http:\/\/\S+token=\S+/.exec(text) ?? []
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('close', () => reject(new Error(text)))
  })
  return { child, address, isUsed: false }
}

/** A skill in a directory, to install and to update. */
async function offer(text) {
  const directory = join(home, 'work/shop/downloads/tide-tables')
  const head = '---\nname: tide-tables\ndescription: Reads tide tables and finds high and low water for a harbor\n---'
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'SKILL.md'), `${head}\n\n# Tide tables\n\n${text}\n`)
}

async function open(options) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(server.address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (!server.isUsed) await use(page)
  server.isUsed = true
  return page
}

/** Some calls, as an agent would make them, so that there is activity to see. */
async function use(page) {
  const ask = (method, path, body) =>
    page.evaluate(
      async ([how, to, sent]) => {
        const headers = { 'content-type': 'application/json', 'x-metier-page': 'pictures00' }
        const answer = await fetch(to, {
          method: how,
          headers,
          ...(sent === null ? {} : { body: JSON.stringify(sent) }),
        })
        return answer.json()
      },
      [method, path, body ?? null],
    )
  const { approval } = await ask('GET', '/api/skill/tools?skill=csv-tools')
  await ask('POST', '/api/skill/approve', { skill: 'csv-tools', digest: approval.digest })
  for (const skill of ['sql-review', 'release-notes', 'csv-tools']) await ask('POST', '/api/tools/activate', { skill })
  const calls = [
    ['csv_summary', { file: 'orders.csv' }],
    ['csv_summary', { file: 'missing.csv' }],
    ['csv_rows', { file: 'orders.csv', limit: 2 }],
    ['csv_count', { file: 'orders.csv' }],
    ['csv_count', { file: 'orders.csv' }],
  ]
  for (const [tool, input] of calls) await ask('POST', '/api/tools/call', { tool, input, permit: true })
  await ask('POST', '/api/tools/deactivate', {})
  await ask('POST', '/api/skill/disable', { skill: 'protokoll' })
  const sentences = {
    'sql-review': 'check my SQL',
    'release-notes': 'what is new since the last tag',
    'commit-message': 'describe my staged changes',
  }
  for (const [skill, query] of Object.entries(sentences)) {
    await ask('POST', '/api/tests', { skill, query, shouldTrigger: true })
  }
  await updateTwice(ask)
}

/** Two versions that can be compared, and a third one with a warning that waits for agreement. */
async function updateTwice(ask) {
  const settle = async (begun) => {
    for (;;) {
      const install = await ask('GET', `/api/install?id=${begun.id}`)
      if (install.state !== 'running') return install
    }
  }
  const agree = ({ id, bundle }) => ask('POST', '/api/install/agree', { id, digest: bundle.digest })
  const update = () => ask('POST', '/api/skill/update', { skill: 'tide-tables' })
  const source = { source: './downloads/tide-tables', skill: 'tide-tables', scope: 'project' }
  await agree(await settle(await ask('POST', '/api/installs', source)))
  await offer('Second edition: high and low water, and the moon.')
  await agree(await settle(await update()))
  await offer('Third edition: fetched as needed.\n\n```sh\ncurl http://203.0.113.7/tides.json\n```')
  server.waiting = (await settle(await update())).id
}

async function show(page, path) {
  await page.goto(new URL(path.replace('UPDATE', server.waiting), server.address).href)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('load')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)))
}
