import { expect, test } from 'vitest'
import { countByMinute } from '../src/pages/activity/timeline.js'

const NOW = Date.parse('2026-01-01T12:00:30Z')
const event = (time: string, changes = {}) => ({
  id: 1,
  time,
  kind: 'called' as const,
  from: 'mcp' as const,
  skill: null,
  tool: 't',
  outcome: 'succeeded' as const,
  milliseconds: 1,
  count: 1,
  ...changes,
})

test('events are counted in their minute, refusals and failures apart', () => {
  const counts = countByMinute(
    [
      event('2026-01-01T12:00:29Z', { count: 3 }),
      event('2026-01-01T11:59:59Z', { outcome: 'refused' }),
      event('2026-01-01T11:59:01Z', { outcome: 'failed' }),
      event('2026-01-01T12:00:01Z', { kind: 'offered' }),
      event('2026-01-01T11:00:00Z'),
      event('not a time'),
    ],
    NOW,
    3,
  )
  expect(counts).toEqual([
    { label: '2 minutes ago', good: 0, bad: 0 },
    { label: '1 minute ago', good: 0, bad: 2 },
    { label: 'This minute', good: 3, bad: 0 },
  ])
})
