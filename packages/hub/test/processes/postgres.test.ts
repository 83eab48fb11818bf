/** Several processes on one PostgreSQL server. */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS } from '../../src/database/migrations/migrations.js'
import { openPostgresDatabase } from '../../src/database/postgres-database.js'
import { verifyLog } from '../../src/log/audit-log.js'
import { toForm } from '../support/hub.js'
import { type HubProcess, startHubProcess } from '../support/hub-process.js'
import { findPostgres, type PostgresServer, startPostgres } from '../support/postgres.js'

const execute = promisify(execFile)
const PROGRAM = fileURLToPath(new URL('../../bin/metier-hub.js', import.meta.url))

describe.skipIf(findPostgres() === undefined)('on PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  }, 120_000)
  afterAll(() => server.close())

  const start = () => startHubProcess({ DATABASE_URL: server.url })
  const publish = (hub: HubProcess, name: string, version = '1.0.0') =>
    hub.request('/api/v1/skills', {
      method: 'POST',
      body: toForm({ name, version, files: { 'references/a.md': `# ${name}\n` } }),
    })

  test('four processes that start at once migrate once', async () => {
    const hubs = await Promise.all([start(), start(), start(), start()])
    for (const hub of hubs) expect((await fetch(`${hub.url}/readyz`)).status).toBe(200)
    const database = await openPostgresDatabase({ url: server.url, onError: () => undefined })
    expect(await database.query('select name from migrations')).toHaveLength(MIGRATIONS.length)
    expect(await database.query('select id from tokens')).toHaveLength(1)
    expect(await database.query('select id from signing_keys')).toHaveLength(1)
    await database.close()
  }, 120_000)

  test('what one process publishes, the other serves at once', async () => {
    const [one, other] = await Promise.all([start(), start()])
    expect((await publish(one, 'seen-by-both')).status).toBe(200)
    const found = await other.request('/api/v1/search?q=seen+by+both')
    expect(await found.json()).toMatchObject({ results: [{ slug: 'seen-by-both' }] })
    expect((await publish(other, 'seen-by-both', '1.1.0')).status).toBe(200)
    expect(await (await one.request('/api/v1/skills/seen-by-both')).json()).toMatchObject({
      latestVersion: { version: '1.1.0' },
    })
    expect(await other.stop()).toBe(0)
  }, 120_000)

  test('killed in the middle of 100 publications: the acknowledged ones are whole, no other is half there', async () => {
    const [victim, witness] = await Promise.all([start(), start()])
    const names = Array.from({ length: 100 }, (_, at) => `crash-${at}`)
    const acknowledged = new Set<string>()
    const sent = names.map(async (name) => {
      try {
        const answer = await publish(victim, name)
        if (answer.status === 200 && ((await answer.json()) as { ok: boolean }).ok) acknowledged.add(name)
      } catch {
        // Its connection broke.
      }
    })
    while (acknowledged.size < 20) await sleep(5)
    await victim.kill()
    await Promise.all(sent)
    expect(acknowledged.size).toBeLessThan(100)
    for (const name of names) {
      const answer = await witness.request(`/api/v1/skills/${name}/versions/1.0.0`)
      if (answer.status === 404) {
        expect(acknowledged.has(name), name).toBe(false)
        expect((await witness.request(`/api/v1/skills/${name}`)).status).toBe(404)
        continue
      }
      await expectWhole(witness, name)
    }
    const database = await openPostgresDatabase({ url: server.url, onError: () => undefined })
    expect(await verifyLog(database)).toMatchObject({ ok: true })
    expect(
      await database.query(
        'select 1 from skills s where not exists (select 1 from versions v where v.skill_id = s.id)',
      ),
    ).toEqual([])
    await database.close()
  }, 300_000)

  test('a backup of one hub is restored into another database, and into the embedded one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'metier-hub-backup-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const hub = await start()
    expect((await publish(hub, 'kept-safe')).status).toBe(200)
    const database = await openPostgresDatabase({ url: server.url, onError: () => undefined })
    await database.query('create database restored')
    await database.close()
    const restored = server.url.replace(/postgres$/, 'restored')
    const command = (words: readonly string[], variables: Record<string, string>) =>
      execute(process.execPath, [PROGRAM, ...words], { env: { PATH: process.env.PATH ?? '', ...variables } })
    const [first, second, third] = ['a', 'b', 'c'].map((name) => join(folder, name)) as [string, string, string]
    await command(['backup', first], { DATABASE_URL: server.url })
    await command(['restore', first], { DATABASE_URL: restored })
    await command(['backup', second], { DATABASE_URL: restored })
    expect(await readFile(second)).toEqual(await readFile(first))
    await command(['restore', first], { METIER_HUB_DATA: join(folder, 'data') })
    await command(['backup', third], { METIER_HUB_DATA: join(folder, 'data') })
    expect(gunzipSync(await readFile(third)).toString()).toBe(gunzipSync(await readFile(first)).toString())
    await expect(
      command(['token', 'list'], { DATABASE_URL: server.url.replace(/postgres$/, 'nowhere') }),
    ).rejects.toMatchObject({
      stderr: expect.stringMatching(
        /^error: The database cannot be reached \(database "nowhere" does not exist\)\nCreate it with PostgreSQL's createdb/,
      ),
    })
  }, 120_000)

  test('without its database a hub fails cleanly, and works again when it is back', async () => {
    const hub = await start()
    expect((await publish(hub, 'before-outage')).status).toBe(200)
    await server.kill()
    const failed = await hub.request('/api/v1/skills/before-outage')
    expect([failed.status, await failed.text()]).toEqual([
      503,
      expect.not.stringMatching(/ECONN|at .*\.js|127\.0\.0\.1/),
    ])
    expect((await fetch(`${hub.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${hub.url}/readyz`)).status).toBe(503)
    await server.start()
    const back = async () => (await hub.request('/api/v1/skills/before-outage')).status
    await expect.poll(back, { timeout: 30_000 }).toBe(200)
    expect((await publish(hub, 'after-outage')).status).toBe(200)
  }, 120_000)
})

/** Every file is served, with the digest that is published for it, and so is the archive. */
async function expectWhole(hub: HubProcess, name: string): Promise<void> {
  const { version } = (await (await hub.request(`/api/v1/skills/${name}/versions/1.0.0`)).json()) as {
    readonly version: { readonly files: readonly { readonly path: string; readonly sha256: string }[] }
  }
  expect(version.files.map(({ path }) => path)).toEqual(['SKILL.md', 'references/a.md', 'skill.oms.sig'])
  for (const { path, sha256 } of version.files) {
    const file = await hub.request(`/api/v1/skills/${name}/file?path=${encodeURIComponent(path)}`)
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex'), `${name} ${path}`).toBe(sha256)
  }
  expect((await hub.request(`/api/v1/download?slug=${name}`)).status).toBe(200)
}
