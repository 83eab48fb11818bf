// Diagrams are SVG files that a code host shows as images. In the site they are part of the page, so that they follow its theme.
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A page with its images of `images/diagrams` replaced by their drawings. */
export function inlineDiagrams(text, { page, docs }) {
  return text.replace(/^!\[([^\]]*)\]\(([^)\s]*images\/diagrams\/[^)\s]+\.svg)\)$/gm, (image, alt, target) => {
    const file = join(docs, posix.join(posix.dirname(page), target))
    if (!existsSync(file)) return image
    const drawing = readFileSync(file, 'utf8').replace(/<style>[\s\S]*?<\/style>/, '')
    return `<figure class="diagram" role="img" aria-label="${escapeAttribute(alt)}">${drawing.replace(/\s*\n\s*/g, ' ').trim()}</figure>`
  })
}

function escapeAttribute(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
