/** A hub in this process, over the embedded database or, if `METIER_HUB_TEST_DATABASE` names one, over PostgreSQL. */

import { onTestFinished } from 'vitest'
import { type HubConfiguration, readConfiguration } from '../../src/configuration/read-configuration.js'
import { createHub, type Hub } from '../../src/create-hub.js'
import type { Database } from '../../src/database/database.js'
import { openPgliteDatabase } from '../../src/database/pglite-database.js'
import { openPostgresDatabase } from '../../src/database/postgres-database.js'
import { createJournal } from '../../src/http/journal.js'
import { startPostgres } from './postgres.js'

export const ADMIN_TOKEN = 'admin-token-for-tests-0123456789'

export interface TestHub extends Hub {
  readonly database: Database
  /** The lines of its log. */
  readonly journal: readonly string[]
  /** Sends a request; the path alone is enough. */
  request(path: string, init?: RequestInit & { readonly token?: string }): Promise<Response>
  publish(options: TestSkill): Promise<Response>
}

export interface TestSkill {
  readonly name: string
  readonly version?: string
  readonly description?: string
  readonly token?: string
  readonly files?: Readonly<Record<string, string>>
  readonly payload?: Readonly<Record<string, unknown>>
}

export async function startHub(changes: Partial<HubConfiguration> = {}): Promise<TestHub> {
  const read = readConfiguration({ METIER_HUB_ADMIN_TOKEN: ADMIN_TOKEN })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const database = await openTestDatabase()
  const journal: string[] = []
  const hub = await createHub({
    version: '0.0.0',
    database,
    configuration: { ...read.configuration, publicUrl: 'http://hub.test', ...changes },
    journal: createJournal((line) => journal.push(line)),
    remoteAddress: () => '127.0.0.1',
  })
  onTestFinished(() => hub.close())
  const request: TestHub['request'] = async (path, { token, ...init } = {}) => {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return hub.app.request(`http://hub.test${path}`, { ...init, headers })
  }
  const publish: TestHub['publish'] = ({ token = ADMIN_TOKEN, ...skill }) => {
    return request('/api/v1/skills', { method: 'POST', token, body: toForm(skill) })
  }
  return { ...hub, database, journal, request, publish }
}

let shared: Promise<Database> | undefined

/** One database for all tests of this process, emptied for each: starting one takes more than a second. */
export async function openTestDatabase(): Promise<Database> {
  shared ??= process.env.METIER_HUB_TEST_DATABASE === 'postgres' ? openServer() : openPgliteDatabase(undefined)
  const database = await shared
  await database.script(database, 'drop schema public cascade; create schema public')
  return database
}

async function openServer(): Promise<Database> {
  const server = await startPostgres()
  return openPostgresDatabase({ url: server.url, onError: () => undefined })
}

export function toForm({
  name,
  version = '1.0.0',
  description = `Does ${name}`,
  files = {},
  payload = {},
}: TestSkill): FormData {
  const form = new FormData()
  form.set('payload', JSON.stringify({ slug: name, version, ...payload }))
  const main = `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n`
  for (const [path, text] of Object.entries({ 'SKILL.md': main, ...files })) {
    form.append('files', new Blob([text]), path)
  }
  return form
}
