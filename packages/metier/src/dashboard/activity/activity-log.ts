/** The latest events of this process, and their way to open pages: many a second become few. */

import type { MetricsEvent } from '../../workspace/metrics/metrics.js'
import type { ActivityEvent } from '../api/activity.js'
import type { EventHub } from '../live/event-hub.js'

export interface ActivityLog {
  /** Latest first. */
  latest(): readonly ActivityEvent[]
  /** Events of pages, which the metrics file does not have. */
  ofPages(): readonly MetricsEvent[]
  record(event: MetricsEvent, from: ActivityEvent['from']): void
  close(): void
}

const MOST_KEPT = 500
const MOST_OF_PAGES = 2_000
/** Pages get at most so many events in one message, and one message in so much time. */
const MOST_SENT = 100
const SEND_MILLISECONDS = 250

export function createActivityLog(hub: EventHub): ActivityLog {
  const kept: ActivityEvent[] = []
  const pages: MetricsEvent[] = []
  let waiting = new Map<string, ActivityEvent>()
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let id = 0
  const send = () => {
    timer = undefined
    const events = [...waiting.values()]
    hub.send({ type: 'activity', events, dropped })
    kept.push(...events)
    kept.splice(0, Math.max(0, kept.length - MOST_KEPT))
    waiting = new Map()
    dropped = 0
  }
  const add = (event: ActivityEvent) => {
    const key = [event.kind, event.from, event.skill, event.tool, event.outcome].join('\n')
    const equal = waiting.get(key)
    if (equal !== undefined) {
      waiting.set(key, { ...event, count: equal.count + event.count })
    } else if (waiting.size < MOST_SENT) waiting.set(key, event)
    else dropped++
    timer ??= setTimeout(send, SEND_MILLISECONDS).unref()
  }
  return {
    latest: () => [...kept, ...waiting.values()].reverse(),
    ofPages: () => pages,
    record: (event, from) => {
      id++
      add(toActivity(event, id, from))
      if (from !== 'page') return
      pages.push(event)
      if (pages.length > MOST_OF_PAGES) pages.shift()
    },
    close: () => clearTimeout(timer),
  }
}

function toActivity(event: MetricsEvent, id: number, from: ActivityEvent['from']): ActivityEvent {
  const isCall = event.event === 'called'
  return {
    id,
    time: new Date().toISOString(),
    kind: event.event,
    from,
    skill: event.skill ?? null,
    tool: event.event === 'activated' ? null : event.tool,
    outcome: isCall ? event.outcome : null,
    milliseconds: isCall ? Math.round(event.milliseconds * 1000) / 1000 : null,
    count: event.event === 'offered' ? event.count : 1,
  }
}
