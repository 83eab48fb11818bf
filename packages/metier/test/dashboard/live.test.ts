/** What open pages are sent: changes on disk, scans, calls; never more than a page can read. */

import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createActivityLog } from '../../src/dashboard/activity/activity-log.js'
import type { DashboardEvent } from '../../src/dashboard/api/events.js'
import { createEventHub } from '../../src/dashboard/live/event-hub.js'
import type { MetricsEvent } from '../../src/workspace/metrics/metrics.js'
import { writeFiles } from '../support/temporary.js'
import { openDashboard, PATIENCE, skill } from './open-dashboard.js'

const PDF = { '.agents/skills/pdf/SKILL.md': skill('pdf', 'Reads PDF files') }
const CALLED: MetricsEvent = {
  event: 'called',
  tool: 'hello',
  skill: 'greeting',
  outcome: 'succeeded',
  milliseconds: 1.5,
  inputBytes: 2,
  outputBytes: 3,
}

describe('an open page is sent', () => {
  test('the version first, and a skill that appears on disk without a reload', async () => {
    const { listen, project } = await openDashboard(PDF)
    const events = await listen(
      (event) => event.type === 'skills' && event.changes.length > 0,
      () => writeFiles(project, { '.agents/skills/new/SKILL.md': skill('new', 'A new one') }),
    )
    expect(events[0]).toMatchObject({ type: 'hello', version: 1 })
    expect(events.at(-1)).toMatchObject({
      type: 'skills',
      changes: [{ skill: 'new', was: 'absent', now: 'eligible' }],
    })
  })

  test('a skill that was edited, and one that is gone', async () => {
    const { listen, project } = await openDashboard({ ...PDF, '.agents/skills/old/SKILL.md': skill('old', 'Old') })
    const edited = await listen(
      (event) => event.type === 'skills' && event.edited.includes('pdf'),
      () => writeFileSync(join(project, '.agents/skills/pdf/SKILL.md'), skill('pdf', 'Another description')),
    )
    expect(edited.at(-1)).toMatchObject({ type: 'skills', edited: ['pdf'] })
    await listen(
      (event) => event.type === 'skills' && event.changes.some(({ now }) => now === 'absent'),
      () => rmSync(join(project, '.agents/skills/old'), { recursive: true }),
    )
  })

  test('any file of a skill that changes while its files are shown', async () => {
    const { listen, ask, project } = await openDashboard({ ...PDF, '.agents/skills/pdf/run.py': 'print(1)' })
    await ask('GET /api/skill/files', { skill: 'pdf' })
    const events = await listen(
      (event) => event.type === 'skills' && event.edited.includes('pdf'),
      () => writeFileSync(join(project, '.agents/skills/pdf/run.py'), 'print(2 + 2)'),
    )
    expect(events.at(-1)).toMatchObject({ type: 'skills', edited: ['pdf'] })
  })

  test('what another page disabled', async () => {
    const { listen, ask } = await openDashboard(PDF)
    const events = await listen(
      // Something else may be news too, such as a search index.
      (event) => event.type === 'skills' && event.changes.length > 0,
      () => ask('POST /api/skill/disable', { skill: 'pdf' }),
    )
    const changes = events.flatMap((event) => (event.type === 'skills' ? event.changes : []))
    expect(changes).toEqual([{ skill: 'pdf', was: 'eligible', now: 'ineligible' }])
  })

  test('what the scans of a small registry find, without being asked', async () => {
    const { listen } = await openDashboard(PDF)
    const events = await listen((event) => event.type === 'audits')
    expect(events.at(-1)).toMatchObject({ skills: [{ skill: 'pdf', audit: 'clean' }] })
  })

  test('calls of MCP clients of the same server', async () => {
    const listeners = new Set<(event: MetricsEvent) => void>()
    const onActivity = (listener: (event: MetricsEvent) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
    const { listen, ask } = await openDashboard(PDF, { onActivity })
    const events = await listen(
      (event) => event.type === 'activity',
      () => listeners.forEach((listener) => void listener(CALLED)),
    )
    expect(events.at(-1)).toMatchObject({
      dropped: 0,
      events: [{ kind: 'called', from: 'mcp', tool: 'hello', count: 1 }],
    })
    expect((await ask('GET /api/activity', {})).events).toMatchObject([{ tool: 'hello', milliseconds: 1.5 }])
  })
})

describe('ten thousand events a second', () => {
  test('become a few messages: equal ones are counted, too many different ones are dropped and counted', async () => {
    const sent: DashboardEvent[] = []
    const hub = { ...createEventHub((value) => value), send: (event: DashboardEvent) => void sent.push(event) }
    const log = createActivityLog(hub)
    for (let at = 0; at < 10_000; at++) log.record(at % 2 === 0 ? CALLED : { ...CALLED, tool: `t${at}` }, 'mcp')
    await expect.poll(() => sent.length, PATIENCE).toBe(1)
    const [message] = sent
    if (message?.type !== 'activity') throw new Error('no activity')
    expect(message.events).toHaveLength(100)
    expect(message.events[0]).toMatchObject({ tool: 'hello', count: 5_000 })
    expect(message.events.reduce((sum, { count }) => sum + count, message.dropped)).toBe(10_000)
    expect(log.latest().length).toBeLessThanOrEqual(500)
    log.close()
    hub.close()
  })

  test('drop a page that does not read them, and the others get theirs', async () => {
    const listeners: ((event: MetricsEvent) => void)[] = []
    const { port, cookie, ask, listen } = await openDashboard(PDF, {
      onActivity: (listener) => {
        listeners.push(listener)
        return () => undefined
      },
    })
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined)
    socket.write(`GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`)
    await new Promise((resolve) => socket.once('readable', resolve))
    // It stays open, and nothing of it is read from here on.
    const events = await listen(
      (event) => event.type === 'activity',
      () => {
        for (let at = 0; at < 10_000; at++)
          listeners.forEach((listener) => void listener({ ...CALLED, tool: `t${at}` }))
      },
    )
    expect(events.at(-1)).toMatchObject({ type: 'activity', dropped: 9_900 })
    expect((await ask('GET /api/skills', {})).rows).toHaveLength(1)
    socket.destroy()
    await closed
  })

  test('a page that reads nothing is let go once too much waits for it', () => {
    const hub = createEventHub((value) => value)
    const streams = [hub.open({ type: 'hello', version: 1, process: '1' })]
    expect(hub.pages).toBe(1)
    const event: DashboardEvent = { type: 'skills', version: 1, changes: [], edited: ['x'.repeat(100_000)] }
    for (let at = 0; at < 11; at++) hub.send(event)
    expect({ pages: hub.pages, streams: streams.length }).toEqual({ pages: 0, streams: 1 })
    hub.close()
  })

  test('at most 32 pages listen: the oldest is let go', () => {
    const hub = createEventHub((value) => value)
    for (let at = 0; at < 40; at++) hub.open({ type: 'hello', version: 1, process: '1' })
    expect(hub.pages).toBe(32)
    hub.close()
  })
})
