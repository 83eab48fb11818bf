/** A real browser before a real `metier serve`, in a home of its own, with the pages as they are built for the package. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'
import { type Machine, useMetier } from '../../cli/run-metier.js'
import { findProgram } from '../../support/programs.js'

const repository = fileURLToPath(new URL('../../../../..', import.meta.url))
const HOOK_MILLISECONDS = 120_000
/** A browser and a server share the cores with other tests. */
const TEST_MILLISECONDS = 180_000
const STEP_MILLISECONDS = 45_000

interface Served {
  /** The address that was printed, with its token. */
  readonly address: string
  readonly origin: string
  readonly port: number
  /** Ends the server as Ctrl-C does. */
  stop(): Promise<void>
}

export interface Walk {
  /** A machine whose project has the example skills, and the given files. */
  create(files?: Readonly<Record<string, string>>): Machine
  serve(machine: Machine, port?: number): Promise<Served>
  /** A page that has opened the printed address. Problems of its scripts fail the test. */
  open(served: Served, options?: BrowserContextOptions): Promise<Page>
  /** The directory of the built pages. */
  pages(): string
}

/** Without a browser the tests are left out, and the summary names it. */
export const hasNoBrowser = findProgram('chromium') === undefined

/** One browser for the tests of a file. */
export function useBrowser(): Walk {
  vi.setConfig({ testTimeout: TEST_MILLISECONDS, hookTimeout: HOOK_MILLISECONDS })
  const metier = useMetier()
  let browser: Browser | undefined
  let assets = ''
  beforeAll(async () => {
    const executablePath = findProgram('chromium')
    if (executablePath === undefined) return
    assets = await mkdtemp(join(tmpdir(), 'metier-pages-'))
    await ended(spawn(process.execPath, ['web/build.mjs', assets], { cwd: repository, stdio: 'ignore' }))
    // A container has no user namespaces to make a sandbox of; the pages are our own.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  }, HOOK_MILLISECONDS)
  afterAll(async () => {
    vi.resetConfig()
    await browser?.close()
    if (assets !== '') await rm(assets, { recursive: true, force: true })
  }, HOOK_MILLISECONDS)
  return {
    create: (files) => {
      const machine = metier.create(files)
      cpSync(join(repository, 'examples/skills'), join(machine.project, '.agents/skills'), { recursive: true })
      mkdirSync(join(machine.home, '.claude'), { recursive: true })
      return machine
    },
    serve: async (machine, port) => serve(machine, port ?? (await findPort()), assets),
    open: (served, options) => open(browser, served, options),
    pages: () => assets,
  }
}

async function serve({ main, project, bin, variables }: Machine, port: number, assets: string): Promise<Served> {
  const { PATH = '', METIER_SCANNER = '' } = process.env
  const env = { ...variables, PATH: `${bin}${delimiter}${PATH}`, METIER_SCANNER, METIER_DASHBOARD_ASSETS: assets }
  const child = spawn(process.execPath, [main, 'serve', '--port', String(port)], { cwd: project, env })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended(child)
  }
  onTestFinished(stop)
  const address = await printed(child, /http:\/\/\S+token=\S+/)
  const { origin, port: taken } = new URL(address)
  return { address, origin, port: Number(taken), stop }
}

async function open(browser: Browser | undefined, served: Served, options: BrowserContextOptions = {}): Promise<Page> {
  if (browser === undefined) throw new Error('There is no browser: tests that need one are skipped without it')
  const context: BrowserContext = await browser.newContext({
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
  await page.goto(served.address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** What a program prints, as soon as it matches. */
function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (part: Buffer) => {
      text += part.toString('utf8')
      const [found] = pattern.exec(text) ?? []
      if (found !== undefined) resolve(found)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('close', () => reject(new Error(`The server ended: ${text}`)))
  })
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('close', () => resolve()))
}
