/** Events as counts by minute. Pure. */
import type { ActivityEvent } from '@api/activity.js'
import type { ColumnCount } from '../../parts/chart/columns.js'

const MINUTE = 60_000

/** The last minutes up to now, oldest first. */
export function countByMinute(events: readonly ActivityEvent[], now: number, minutes: number): readonly ColumnCount[] {
  const last = Math.floor(now / MINUTE)
  const counts = Array.from({ length: minutes }, (_, at) => ({ good: 0, bad: 0, minute: last - minutes + 1 + at }))
  for (const { time, outcome, count, kind } of events) {
    const slot = counts[Math.floor(Date.parse(time) / MINUTE) - (last - minutes + 1)]
    if (slot === undefined || kind === 'offered') continue
    if (outcome === 'failed' || outcome === 'refused') slot.bad += count
    else slot.good += count
  }
  return counts.map(({ good, bad, minute }) => ({ good, bad, label: describe(last - minute) }))
}

function describe(minutesAgo: number): string {
  if (minutesAgo === 0) return 'This minute'
  return `${minutesAgo} ${minutesAgo === 1 ? 'minute' : 'minutes'} ago`
}
