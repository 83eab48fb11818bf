// Takes pictures of every page of a hub with some skills in it, with Debian's chromium.
//   node scripts/hub-pictures.mjs [DIRECTORY]    every page at 390 and 1280 pixels, light and dark
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { chromium } from 'playwright-core'
import { repository } from './lib/run.mjs'

const TOKEN = 'token-for-pictures-0123456789'
const EXAMPLES = join(repository, 'examples/skills')
const PAGES = {
  catalogue: '/',
  search: '/?q=review+a+query',
  skill: '/skills/admin/csv-tools',
  files: '/skills/admin/csv-tools?tab=files',
  findings: '/skills/admin/native-tool?tab=findings',
  versions: '/skills/admin/tide-tables?tab=versions',
  manage: '/skills/admin/tide-tables?tab=manage',
  moderation: '/moderation',
  'moderation-scans': '/moderation?tab=scans',
  owners: '/owners',
  device: '/device',
  tokens: '/tokens',
  admin: '/admin',
  'admin-users': '/admin?tab=users',
  'admin-owners': '/admin?tab=owners',
  'admin-tokens': '/admin?tab=tokens',
  'admin-log': '/admin?tab=log',
}

const directory = process.argv[2] ?? join(repository, '.cache/hub-pictures')
const data = await mkdtemp(join(tmpdir(), 'metier-hub-pictures-'))
const hub = await serve()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
try {
  await fill()
  await mkdir(directory, { recursive: true })
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [390, 1280]) await takeAll(colorScheme, width)
  }
  console.log(`${Object.keys(PAGES).length * 4 + 4} pictures in ${relative(process.cwd(), directory)}`)
} finally {
  await browser.close()
  hub.child.kill('SIGTERM')
  await new Promise((resolve) => hub.child.once('close', resolve))
  await rm(data, { recursive: true, force: true })
}

async function takeAll(colorScheme, width) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: width < 500 ? 844 : 900 } })
  const page = await context.newPage()
  const take = async (name, path) => {
    await page.goto(hub.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    await page.screenshot({ path: join(directory, `${name}-${width}-${colorScheme}.png`), fullPage: true })
  }
  await take('sign-in', '/sign-in')
  await page.getByRole('textbox', { name: 'Token' }).fill(TOKEN)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Skills', level: 1 }).waitFor()
  for (const [name, path] of Object.entries(PAGES)) await take(name, path)
  await context.close()
}

async function serve() {
  const program = join(repository, 'packages/hub/bin/metier-hub.js')
  const env = { PATH: process.env.PATH, HOME: data, METIER_HUB_ADMIN_TOKEN: TOKEN, METIER_HUB_NAME: 'acme-skills' }
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--data', join(data, 'hub')], { env })
  const url = await new Promise((resolve, reject) => {
    let text = ''
    const read = (part) => {
      text += part
      const found = /Pages +(http:\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('close', () => reject(new Error(text)))
  })
  return { child, url }
}

/** The example skills, one with two versions, one that waits for a moderator, and two users. */
async function fill() {
  for (const name of (await readdir(EXAMPLES)).sort()) await publish(name, await readSkill(join(EXAMPLES, name)))
  const tides = (text) => ({ 'SKILL.md': `---\nname: tide-tables\ndescription: Reads tide tables\n---\n\n${text}\n` })
  await publish('tide-tables', { ...tides('# Tides\n\nHigh and low.'), 'references/ports.md': '# Ports\n' })
  await publish('tide-tables', tides('# Tides\n\nHigh, low and slack.\n\nTimes are in UTC.'), {
    version: '1.1.0',
    changelog: 'Slack water, and the time zone.',
  })
  const risky = { 'SKILL.md': '---\nname: native-tool\ndescription: Runs a native tool\n---\n\nRun `./tool`.\n' }
  await publish('native-tool', { ...risky, tool: '\x7fELF\x02\x01\x01\0\0\0\0\0' })
  for (const handle of ['maya', 'jonas']) await post('/api/hub/v1/users', { handle })
  await post('/api/hub/v1/tokens', { user: 'maya', name: 'laptop', scopes: ['publish'], days: 90 })
  await post('/api/hub/v1/tokens', { name: 'release job', scopes: ['publish'], days: 30 })
}

async function readSkill(folder) {
  const files = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files[relative(folder, path)] = await readFile(path)
  }
  return files
}

async function publish(slug, files, more = {}) {
  const form = new FormData()
  form.set('payload', JSON.stringify({ slug, version: '1.0.0', ...more }))
  for (const [path, content] of Object.entries(files)) form.append('files', new Blob([content]), path)
  const headers = { authorization: `Bearer ${TOKEN}` }
  const answer = await fetch(`${hub.url}/api/v1/skills`, { method: 'POST', headers, body: form })
  if (!answer.ok) console.log(`${slug}: ${await answer.text()}`)
}

async function post(path, body) {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
  const answer = await fetch(hub.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
}
