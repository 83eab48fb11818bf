// A plot of horizontal bars as SVG: labels to the left, values at the ends, readable on light and dark pages.

const WIDTH = 760
const LABEL_WIDTH = 290
const VALUE_WIDTH = 90
const ROW = 26
const TOP = 44
const BOTTOM = 14
/** Beyond this ratio, short bars of a linear scale could not be told apart. */
const LINEAR_RATIO = 60

const STYLE = `
.back{fill:#fff;stroke:#d0d7de}.text{fill:#1f2328}.mute{fill:#59636e}.ours{fill:#0969da}.floor{fill:#8c959f}.peer{fill:#d4a72c}
@media(prefers-color-scheme:dark){.back{fill:#0d1117;stroke:#3d444d}.text{fill:#f0f6fc}.mute{fill:#9198a1}.ours{fill:#4493f8}.floor{fill:#656c76}.peer{fill:#bb8009}}
text{font:13px system-ui,-apple-system,"Segoe UI",sans-serif}.title{font-weight:600}`

/** Draws bars `{ label, value, text, kind }`; `kind` is `ours`, `floor` or `peer`. Lower is better. */
export function drawBars({ title, unit, bars }) {
  const height = TOP + bars.length * ROW + BOTTOM
  const scale = chooseScale(bars.map(({ value }) => value))
  const room = WIDTH - LABEL_WIDTH - VALUE_WIDTH
  const rows = bars.map((bar, at) => drawBar(bar, TOP + at * ROW, Math.max(2, scale.share(bar.value) * room)))
  const caption = `${unit}${scale.isLogarithmic ? ', logarithmic scale' : ''}; shorter is better`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeText(`${title}: ${describe(bars)}`)}">`,
    `<style>${STYLE}</style>`,
    `<rect class="back" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6"/>`,
    `<text class="text title" x="14" y="24">${escapeText(title)}</text>`,
    `<text class="mute" x="${WIDTH - 14}" y="24" text-anchor="end">${escapeText(caption)}</text>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n')
}

function drawBar({ label, text, kind }, top, length) {
  const middle = top + ROW / 2 + 4
  const end = LABEL_WIDTH + length + 8
  return [
    `<text class="text" x="${LABEL_WIDTH - 10}" y="${middle}" text-anchor="end">${escapeText(shorten(label))}</text>`,
    `<rect class="${kind}" x="${LABEL_WIDTH}" y="${top + 5}" width="${round(length)}" height="${ROW - 10}" rx="2"/>`,
    `<text class="mute" x="${round(end)}" y="${middle}">${escapeText(text)}</text>`,
  ].join('')
}

/** Linear, unless the longest bar would leave nothing of the shortest. */
function chooseScale(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const isLogarithmic = least > 0 && most / least > LINEAR_RATIO
  if (!isLogarithmic) return { isLogarithmic, share: (value) => value / most }
  const start = Math.floor(Math.log10(least) * 2) / 2 - 0.5
  return { isLogarithmic, share: (value) => (Math.log10(value) - start) / (Math.log10(most) - start) }
}

function describe(bars) {
  return bars.map(({ label, text }) => `${label} ${text}`).join(', ')
}

/** About what fits to the left of the bars. */
const LONGEST_LABEL = 42

function shorten(label) {
  return label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label
}

function round(value) {
  return Math.round(value * 10) / 10
}

function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
