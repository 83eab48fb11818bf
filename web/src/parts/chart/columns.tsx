/** Counts over time as small columns; the last one is now. */

export interface ColumnCount {
  readonly label: string
  readonly good: number
  readonly bad: number
}

const HEIGHT = 64
const WIDTH = 8
const GAP = 2

export function Columns({ counts, label }: { readonly counts: readonly ColumnCount[]; readonly label: string }) {
  const most = Math.max(1, ...counts.map(({ good, bad }) => good + bad))
  const scale = (value: number) => (value / most) * (HEIGHT - 2)
  const width = counts.length * (WIDTH + GAP)
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <line className="chart-axis" x1="0" y1={HEIGHT - 0.5} x2={width} y2={HEIGHT - 0.5} />
      {counts.map(({ label: name, good, bad }, at) => (
        <g key={name}>
          <title>{`${name}: ${good + bad}`}</title>
          <rect
            className="chart-bad"
            x={at * (WIDTH + GAP)}
            y={HEIGHT - 1 - scale(good + bad)}
            width={WIDTH}
            height={scale(bad)}
          />
          <rect
            className="chart-good"
            x={at * (WIDTH + GAP)}
            y={HEIGHT - 1 - scale(good)}
            width={WIDTH}
            height={scale(good)}
          />
        </g>
      ))}
    </svg>
  )
}
