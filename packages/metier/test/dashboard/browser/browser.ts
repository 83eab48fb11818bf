/** A real browser before a real `metier serve`, in a home of its own, with the pages as they are built for the package. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { type Machine, useMetier } from '../../cli/run-metier.js'
import { type PagesBrowser, usePagesBrowser } from '../../support/browser.js'

const repository = fileURLToPath(new URL('../../../../..', import.meta.url))

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

/** One browser for the tests of a file. */
export function useBrowser(): Walk {
  const browser = usePagesBrowser()
  const metier = useMetier()
  return {
    create: (files) => {
      const machine = metier.create(files)
      cpSync(join(repository, 'examples/skills'), join(machine.project, '.agents/skills'), { recursive: true })
      mkdirSync(join(machine.home, '.claude'), { recursive: true })
      return machine
    },
    serve: async (machine, port) => serve(machine, port ?? (await findPort()), browser.pages()),
    open: (served, options) => open(browser, served, options),
    pages: browser.pages,
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

async function open(browser: PagesBrowser, served: Served, options?: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options)
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
