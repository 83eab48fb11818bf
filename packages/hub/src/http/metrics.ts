/** Counters in the text format of Prometheus. */

export interface Metrics {
  count(method: string, route: string, status: number, milliseconds: number): void
  /** The text that Prometheus reads. */
  print(gauges: Readonly<Record<string, number>>): string
}

const BOUNDS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]

interface Series {
  readonly labels: string
  count: number
  sum: number
  readonly buckets: number[]
}

export function createMetrics(): Metrics {
  const all = new Map<string, Series>()
  return {
    count: (method, route, status, milliseconds) => {
      const labels = `method="${method}",route="${route.replace(/["\\\n]/g, '')}",status="${status}"`
      const series = all.get(labels) ?? { labels, count: 0, sum: 0, buckets: BOUNDS.map(() => 0) }
      all.set(labels, series)
      series.count++
      series.sum += milliseconds
      BOUNDS.forEach((bound, at) => {
        if (milliseconds <= bound) series.buckets[at] = (series.buckets[at] ?? 0) + 1
      })
    },
    print: (gauges) => {
      const lines = ['# TYPE metier_hub_request_duration_milliseconds histogram']
      for (const { labels, count, sum, buckets } of all.values()) {
        const name = 'metier_hub_request_duration_milliseconds'
        lines.push(...BOUNDS.map((bound, at) => `${name}_bucket{${labels},le="${bound}"} ${buckets[at] ?? 0}`))
        lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`)
        lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`)
      }
      for (const [name, value] of Object.entries(gauges)) {
        lines.push(`# TYPE metier_hub_${name} gauge`, `metier_hub_${name} ${value}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}
