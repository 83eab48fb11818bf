/** Numbers, sizes and times as people read them. */

const NUMBERS = new Intl.NumberFormat('en')

export function count(value: number): string {
  return NUMBERS.format(value)
}

/** "1 skill", "2 skills". */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

export function bytes(value: number): string {
  if (value < 1000) return `${value} B`
  if (value < 1_000_000) return `${(value / 1000).toFixed(1)} KB`
  return `${(value / 1_000_000).toFixed(1)} MB`
}

export function milliseconds(value: number): string {
  if (value < 1) return '<1 ms'
  if (value < 1000) return `${Math.round(value)} ms`
  return `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)} s`
}

/** The first characters of a digest are enough to compare by eye; the title has all of it. */
export function shortDigest(digest: string): string {
  return digest.replace(/^sha256[-:]/, '').slice(0, 12)
}

/** A version as it is; of a commit or digest, its first characters. */
export function shortVersion(version: string): string {
  return /^(?:sha256:)?[0-9a-f]{40,64}$/.test(version) ? shortDigest(version) : version
}

const STEPS: readonly (readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [86_400 * 365, 'year'],
  [86_400 * 30, 'month'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
]
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** "3 minutes ago". */
export function ago(time: string, now: number): string {
  const seconds = (now - Date.parse(time)) / 1000
  if (Number.isNaN(seconds)) return time
  const step = STEPS.find(([length]) => Math.abs(seconds) >= length)
  return step === undefined ? 'just now' : RELATIVE.format(-Math.round(seconds / step[0]), step[1])
}

const CLOCK = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })
const DAY = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
})

export function clock(time: string): string {
  return CLOCK.format(new Date(time))
}

/** "Nov 18, 2026, 21:12 GMT+1": with the zone, because others read the same moment elsewhere. */
export function day(time: string): string {
  return DAY.format(new Date(time))
}
