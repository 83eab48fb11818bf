/** A real browser before a hub on a free port of loopback, with the pages as they are built for the package. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'
import { findProgram } from '../../../metier/test/support/programs.js'
import { readConfiguration } from '../../src/configuration/read-configuration.js'
import { createHub } from '../../src/create-hub.js'
import { ADMIN_TOKEN, openTestDatabase, type TestSkill, toForm } from './hub.js'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const HOOK_MILLISECONDS = 120_000
/** A browser and a hub share the cores with other tests. */
const TEST_MILLISECONDS = 180_000
const STEP_MILLISECONDS = 45_000

export interface ServedHub {
  readonly url: string
  publish(skill: TestSkill): Promise<Response>
  /** A request of the administrator. */
  post(path: string, body: object): Promise<Response>
  /** A user with a token of these scopes. */
  makeUser(handle: string, scopes: readonly string[]): Promise<string>
}

export interface HubWalk {
  serve(): Promise<ServedHub>
  /** A page at a path, signed in if there is a token. Problems of its scripts fail the test. */
  open(hub: ServedHub, path: string, options?: OpenOptions): Promise<Page>
}

interface OpenOptions extends BrowserContextOptions {
  readonly token?: string
}

export const hasNoBrowser = findProgram('chromium') === undefined

/** One browser and one build of the pages for the tests of a file. */
export function useHubBrowser(): HubWalk {
  vi.setConfig({ testTimeout: TEST_MILLISECONDS, hookTimeout: HOOK_MILLISECONDS })
  let browser: Browser | undefined
  let pages = ''
  beforeAll(async () => {
    const executablePath = findProgram('chromium')
    if (executablePath === undefined) return
    pages = await mkdtemp(join(tmpdir(), 'metier-hub-pages-'))
    const build = spawn(process.execPath, ['web/build.mjs', '--hub', pages], { cwd: repository, stdio: 'ignore' })
    await once(build, 'close')
    // A container has no user namespaces to make a sandbox of; the pages are our own.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  }, HOOK_MILLISECONDS)
  afterAll(async () => {
    vi.resetConfig()
    await browser?.close()
    if (pages !== '') await rm(pages, { recursive: true, force: true })
  }, HOOK_MILLISECONDS)
  return {
    serve: () => serveHub(pages),
    open: (hub, path, options) => open(browser, hub, path, options),
  }
}

async function serveHub(pages: string): Promise<ServedHub> {
  const read = readConfiguration({ METIER_HUB_ADMIN_TOKEN: ADMIN_TOKEN, METIER_HUB_NAME: 'acme-skills' })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const hub = await createHub({
    version: '0.0.0',
    database: await openTestDatabase(),
    configuration: read.configuration,
    journal: { write: () => undefined },
    remoteAddress: () => '127.0.0.1',
    pages,
  })
  const server = serve({ fetch: hub.app.fetch, hostname: '127.0.0.1', port: 0 }) as Server
  if (!server.listening) await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await hub.close()
  })
  return toServed(url)
}

function toServed(url: string): ServedHub {
  const send = (path: string, body: FormData | string, token = ADMIN_TOKEN) =>
    fetch(url + path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
  const post: ServedHub['post'] = (path, body) => send(path, JSON.stringify(body))
  return {
    url,
    post,
    publish: ({ token, ...skill }) => send('/api/v1/skills', toForm(skill), token),
    makeUser: async (handle, scopes) => {
      await post('/api/hub/v1/users', { handle })
      const made = await post('/api/hub/v1/tokens', { user: handle, name: 'laptop', scopes })
      return ((await made.json()) as { readonly token: string }).token
    },
  }
}

async function open(
  browser: Browser | undefined,
  hub: ServedHub,
  path: string,
  { token, ...options }: OpenOptions = {},
): Promise<Page> {
  if (browser === undefined) throw new Error('There is no browser: tests that need one are skipped without it')
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  context.setDefaultTimeout(STEP_MILLISECONDS)
  const problems: string[] = []
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (/Content Security Policy|React/.test(message.text())) problems.push(message.text())
  })
  onTestFinished(async () => {
    await context.close()
    if (problems.length > 0) throw new Error(`The page reported: ${problems.join('; ')}`)
  })
  if (token !== undefined) await signIn(page, hub, token)
  await page.goto(hub.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function signIn(page: Page, hub: ServedHub, token: string): Promise<void> {
  await page.goto(`${hub.url}/sign-in`)
  await page.getByRole('textbox', { name: 'Token' }).fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}
