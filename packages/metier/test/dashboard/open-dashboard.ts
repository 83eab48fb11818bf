/** A real server on loopback with a dashboard, in a home of its own, and a page that has opened its address. */

import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { EndpointAnswer, EndpointInput, EndpointName } from '../../src/dashboard/api/endpoints.js'
import type { DashboardEvent } from '../../src/dashboard/api/events.js'
import { createDashboard } from '../../src/dashboard/create-dashboard.js'
import type { DashboardOptions } from '../../src/dashboard/dashboard-options.js'
import { isDashboardPath } from '../../src/dashboard/page-paths.js'
import { KnownSkills } from '../../src/manager/known-skills.js'
import { SkillManager } from '../../src/manager/skill-manager.js'
import { serveMcpOverHttp } from '../../src/mcp.js'
import { type Files, temporaryFolder } from '../support/temporary.js'

export const TOKEN = 'the-token-of-this-test'
export const PAGE = 'page-of-this-test'
/** For `expect.poll`: a busy machine takes its time. */
export const PATIENCE = { timeout: 25_000, interval: 20 }

interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

export interface OpenedDashboard {
  readonly folder: string
  readonly home: string
  readonly project: string
  readonly port: number
  readonly skillManager: SkillManager
  readonly cookie: string
  /** A request with any head, as an attacker would compose it. */
  send(path: string, options?: { method?: string; headers?: Record<string, string>; body?: string }): Promise<Reply>
  /** What a page asks; a problem is returned like an answer. */
  ask<Name extends EndpointName>(name: Name, input: EndpointInput<Name>): Promise<EndpointAnswer<Name>>
  /** The events of a new page, until one passes the test. */
  listen(isLast: (event: DashboardEvent) => boolean, begun?: () => unknown): Promise<readonly DashboardEvent[]>
}

/** Files are of the project; those below `home/` are of the home directory. */
export async function openDashboard(
  files: Files = {},
  options: Partial<DashboardOptions> = {},
): Promise<OpenedDashboard> {
  return openDashboardIn(temporaryFolder({ 'home/': '', 'project/': '', ...prefixed(files) }), options)
}

/** The same in a folder that another one was opened in: the next process of the same user. */
export async function openDashboardIn(
  folder: string,
  options: Partial<DashboardOptions> = {},
): Promise<OpenedDashboard> {
  const [home, project] = [join(folder, 'home'), join(folder, 'project')]
  const known = new KnownSkills({ home, workdir: project, index: false, environment: { os: 'linux' } })
  const skillManager = new SkillManager(known)
  let dashboard: ReturnType<typeof createDashboard> | undefined
  const service = await serveMcpOverHttp({
    skillManager,
    otherwise: async (asked) => (isDashboardPath(new URL(asked.url).pathname) ? dashboard?.fetch(asked) : undefined),
  })
  const { port, url } = service
  const assets = join(folder, 'assets')
  dashboard = createDashboard({
    known,
    skillManager,
    token: TOKEN,
    port,
    assets,
    mcpUrl: url,
    completeCommand: (command) => command,
    ...options,
  })
  onTestFinished(async () => {
    await dashboard?.close()
    await service.close()
    await skillManager.close()
  })
  const send: OpenedDashboard['send'] = (path, asked = {}) => sendTo(port, path, asked)
  const { headers } = await send(`/?token=${TOKEN}`)
  const [cookie = ''] = (headers['set-cookie']?.[0] ?? '').split(';')
  return {
    folder,
    home,
    project,
    port,
    skillManager,
    cookie,
    send,
    ask: async (name, input) => {
      const [method = '', path = ''] = name.split(' ')
      const own = { cookie, 'x-metier-page': PAGE, 'content-type': 'application/json' }
      const query = new URLSearchParams(
        Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]),
      )
      const { text } =
        method === 'GET'
          ? await send(`${path}?${query}`, { headers: own })
          : await send(path, { method, headers: own, body: JSON.stringify(input) })
      return JSON.parse(text)
    },
    listen: (isLast, begun) => listenTo(port, cookie, isLast, begun),
  }
}

function prefixed(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path.startsWith('home/') || path.startsWith('assets/') ? path : `project/${path}`,
      content,
    ]),
  )
}

function sendTo(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function listenTo(
  port: number,
  cookie: string,
  isLast: (event: DashboardEvent) => boolean,
  begun?: () => unknown,
): Promise<readonly DashboardEvent[]> {
  const abortion = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: { cookie }, signal: abortion.signal })
  const events: DashboardEvent[] = []
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    const parts = `${text}${decoder.decode(chunk, { stream: true })}`.split('\n\n')
    text = parts.pop() ?? ''
    const isFirst = events.length === 0
    events.push(...parts.flatMap(toEvent))
    if (isFirst) void begun?.()
    if (events.some(isLast)) break
  }
  abortion.abort()
  return events
}

function toEvent(part: string): readonly DashboardEvent[] {
  const data = /^data: (.*)$/m.exec(part)?.[1]
  return data === undefined ? [] : [JSON.parse(data)]
}

/** A SKILL.md. */
export function skill(name: string, description: string, more = '', body = 'Do it.\n'): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more}---\n${body}`
}
