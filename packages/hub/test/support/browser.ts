/** A real browser before a hub on a free port of loopback, with the pages as they are built for the package. */

import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { type PagesBrowser, usePagesBrowser } from '../../../metier/test/support/browser.js'
import { type HubConfiguration, readConfiguration } from '../../src/configuration/read-configuration.js'
import { createHub } from '../../src/create-hub.js'
import { ADMIN_TOKEN, openTestDatabase, type TestSkill, toForm } from './hub.js'

export interface ServedHub {
  readonly url: string
  publish(skill: TestSkill): Promise<Response>
  /** A request of the administrator. */
  post(path: string, body: object): Promise<Response>
  /** A request of the administrator, or of another user, with its answer as JSON. */
  ask(method: string, path: string, body?: object, token?: string): Promise<unknown>
  /** Ends the server and its connections, as if its machine was off; gives what starts it again. */
  stop(): Promise<() => Promise<void>>
  /** A user with a token of these scopes. */
  makeUser(handle: string, scopes: readonly string[]): Promise<string>
}

export interface HubWalk {
  serve(changes?: Partial<HubConfiguration>): Promise<ServedHub>
  /** A page at a path, signed in if there is a token. Problems of its scripts fail the test. */
  open(hub: ServedHub, path: string, options?: OpenOptions): Promise<Page>
}

interface OpenOptions extends BrowserContextOptions {
  readonly token?: string
}

/** One browser and one build of the pages for the tests of a file. */
export function useHubBrowser(): HubWalk {
  const browser = usePagesBrowser(['--hub'])
  return {
    serve: (changes) => serveHub(browser.pages(), changes),
    open: (hub, path, options) => open(browser, hub, path, options),
  }
}

async function serveHub(pages: string, changes: Partial<HubConfiguration> = {}): Promise<ServedHub> {
  const read = readConfiguration({ METIER_HUB_ADMIN_TOKEN: ADMIN_TOKEN, METIER_HUB_NAME: 'acme-skills' })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const hub = await createHub({
    version: '0.0.0',
    database: await openTestDatabase(),
    configuration: { ...read.configuration, ...changes },
    journal: { write: () => undefined },
    remoteAddress: () => '127.0.0.1',
    pages,
  })
  const listen = async (port: number) => {
    const made = serve({ fetch: hub.app.fetch, hostname: '127.0.0.1', port }) as Server
    if (!made.listening) await once(made, 'listening')
    return made
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  const end = async () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(async () => {
    await end()
    await hub.close()
  })
  const stop = async () => {
    await end()
    return async () => {
      server = await listen(port)
    }
  }
  return { ...toServed(`http://127.0.0.1:${port}`), stop }
}

function toServed(url: string): Omit<ServedHub, 'stop'> {
  const send = (path: string, body: FormData | string, token = ADMIN_TOKEN) =>
    fetch(url + path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
  const post: ServedHub['post'] = (path, body) => send(path, JSON.stringify(body))
  return {
    url,
    post,
    ask: async (method, path, body, token = ADMIN_TOKEN) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(url + path, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      })
      return answer.json()
    },
    publish: ({ token, ...skill }) => send('/api/v1/skills', toForm(skill), token),
    makeUser: async (handle, scopes) => {
      await post('/api/hub/v1/users', { handle })
      const made = await post('/api/hub/v1/tokens', { user: handle, name: 'laptop', scopes })
      return ((await made.json()) as { readonly token: string }).token
    },
  }
}

async function open(
  browser: PagesBrowser,
  hub: ServedHub,
  path: string,
  { token, ...options }: OpenOptions = {},
): Promise<Page> {
  const page = await browser.newPage(options)
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
