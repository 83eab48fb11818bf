import { RULE_SET } from 'metier/gate'
import { expect, test } from 'vitest'
import { createHub } from '../src/create-hub.js'
import { cleanUp } from '../src/jobs/clean-up.js'
import { workOnce } from '../src/jobs/queue.js'
import { countJobs, enqueueRescans, measureRescans, rescanVersion } from '../src/jobs/rescan.js'
import { ADMIN_TOKEN, startHub } from './support/hub.js'

test('versions that other rules scanned are scanned again, once', async () => {
  const { database, publish } = await startHub({ runsJobs: false })
  await publish({ name: 'alpha' })
  expect(await enqueueRescans(database, 'admin')).toBe(0)
  await database.query("update scans set rule_set = 'older'")
  expect(await enqueueRescans(database, 'admin')).toBe(1)
  expect(await measureRescans(database)).toMatchObject({ versions: 1, outdated: 1, waiting: 1, failed: 0 })
  expect(await enqueueRescans(database, 'admin')).toBe(0)
  expect(await workOnce(database, (job) => rescanVersion(database, job))).toBe(true)
  expect(await workOnce(database, (job) => rescanVersion(database, job))).toBe(false)
  expect(await measureRescans(database)).toMatchObject({ versions: 1, outdated: 0, waiting: 0 })
  expect(await countJobs(database)).toEqual({ waiting: 0, running: 0, done: 1, failed: 0 })
  const scans = await database.query<{ rule_set: string }>('select rule_set from scans order by id')
  expect(scans.map((scan) => scan.rule_set)).toEqual(['older', RULE_SET])
})

test('a renamed skill is scanned again under the name in its SKILL.md', async () => {
  const { database, publish, request } = await startHub({ runsJobs: false })
  await publish({ name: 'alpha' })
  const body = JSON.stringify({ newSlug: 'beta' })
  expect((await request('/api/v1/skills/alpha/rename', { method: 'POST', token: ADMIN_TOKEN, body })).status).toBe(200)
  await database.query("update scans set rule_set = 'older'")
  expect(await enqueueRescans(database, 'admin')).toBe(1)
  expect(await workOnce(database, (job) => rescanVersion(database, job))).toBe(true)
  expect(await database.query('select state, error from jobs')).toEqual([{ state: 'done', error: null }])
  expect(await database.query("select verdict, findings from scans where rule_set <> 'older'")).toEqual([
    { verdict: 'pass', findings: [] },
  ])
})

test('a hub with new rules queues the scans when it starts, and another one that starts queues none', async () => {
  const hub = await startHub({ runsJobs: false })
  await hub.publish({ name: 'alpha' })
  await hub.database.query("update scans set rule_set = 'older'")
  const { configuration, journal } = hub.context
  const options = { version: '0.0.1', database: hub.database, journal, remoteAddress: () => '127.0.0.1' }
  const start = (runsJobs: boolean) => createHub({ ...options, configuration: { ...configuration, runsJobs } })
  await (await start(false)).close()
  expect(await hub.database.query('select 1 from jobs')).toEqual([])
  const [one, other] = [await start(true), await start(true)]
  await expect.poll(() => measureRescans(hub.database)).toMatchObject({ versions: 1, outdated: 0 })
  await one.close()
  await other.close()
  expect(await hub.database.query('select kind from jobs')).toEqual([{ kind: 'rescan' }])
})

test('a job that fails is tried again later, and given up after five attempts', async () => {
  const { database } = await startHub({ runsJobs: false })
  await database.query("insert into jobs (kind, payload) values ('odd', '{}')")
  const fail = () => Promise.reject(new Error('no'))
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await workOnce(database, fail)).toBe(true)
    expect(await workOnce(database, fail)).toBe(false)
    await database.query('update jobs set run_at = now()')
  }
  const [job] = await database.query('select state, attempts, error from jobs')
  expect(job).toEqual({ state: 'failed', attempts: 5, error: 'no' })
})

test('what has expired is removed, and nothing else', async () => {
  const { database } = await startHub({ runsJobs: false })
  await database.query(
    `insert into request_counts (bucket, minute, requests) values ('old', 1, 1), ('new', extract(epoch from now())::bigint / 60, 1)`,
  )
  await database.query(
    `insert into jobs (kind, payload, state, finished_at)
     values ('a', '{}', 'done', now() - interval '8 days'), ('b', '{}', 'done', now()), ('c', '{}', 'failed', now() - interval '8 days')`,
  )
  await cleanUp(database)
  expect(await database.query('select bucket from request_counts')).toEqual([{ bucket: 'new' }])
  expect(await database.query('select kind from jobs order by kind')).toEqual([{ kind: 'b' }, { kind: 'c' }])
})
