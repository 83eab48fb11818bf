/** A real browser and one build of the pages, for the tests of a file: those of `metier serve` and those of the hub. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'
import { findProgram } from './programs.js'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const HOOK_MILLISECONDS = 120_000
/** A browser and a server share the cores with other tests. */
const TEST_MILLISECONDS = 180_000
const STEP_MILLISECONDS = 45_000

/** Without a browser the tests are left out, and the summary names it. */
export const hasNoBrowser = findProgram('chromium') === undefined

export interface PagesBrowser {
  /** The directory of the built pages. */
  pages(): string
  /** An empty page. Problems of its scripts fail the test. */
  newPage(options?: BrowserContextOptions): Promise<Page>
}

/** `words` are those of `web/build.mjs` before the directory. */
export function usePagesBrowser(words: readonly string[] = []): PagesBrowser {
  vi.setConfig({ testTimeout: TEST_MILLISECONDS, hookTimeout: HOOK_MILLISECONDS })
  let browser: Browser | undefined
  let pages = ''
  beforeAll(async () => {
    const executablePath = findProgram('chromium')
    if (executablePath === undefined) return
    pages = await mkdtemp(join(tmpdir(), 'metier-pages-'))
    const build = spawn(process.execPath, ['web/build.mjs', ...words, pages], { cwd: repository, stdio: 'ignore' })
    await once(build, 'close')
    // A container has no user namespaces to make a sandbox of; the pages are our own.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  }, HOOK_MILLISECONDS)
  afterAll(async () => {
    vi.resetConfig()
    await browser?.close()
    if (pages !== '') await rm(pages, { recursive: true, force: true })
  }, HOOK_MILLISECONDS)
  return { pages: () => pages, newPage: (options) => newPage(browser, options) }
}

async function newPage(browser: Browser | undefined, options: BrowserContextOptions = {}): Promise<Page> {
  if (browser === undefined) throw new Error('There is no browser: tests that need one are skipped without it')
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
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
  return page
}
