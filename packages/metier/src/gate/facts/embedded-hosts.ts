/** Players, maps and CDNs that pages commonly embed; checked 2026-11. */

import { registrableDomain } from './domain.js'

const EMBEDDED = new Set(
  'youtube.com youtube-nocookie.com vimeo.com spotify.com google.com googleapis.com gstatic.com googletagmanager.com codepen.io cloudflare.com tailwindcss.com jquery.com bootstrapcdn.com stripe.com plot.ly d3js.org mathjax.org fontawesome.com sheetjs.com highcharts.com datatables.net mapbox.com apple.com apple-mapkit.com aspnetcdn.com'.split(
    ' ',
  ),
)

export function isEmbeddedHost(host: string): boolean {
  return EMBEDDED.has(registrableDomain(host))
}
