/** Renders the frontmatter of a skill as hosts get it. */

import type { Document } from '../skill/parse.js'
import { isRecord } from '../skill/unknown-value.js'

/**
 * The frontmatter as hosts get it: with the name and the description that are used, and with numbers in `metadata` as they
 * are written, because the specification makes it a map of strings.
 */
export function frontmatterForHosts({ frontmatter, sources, name, description }: Document) {
  const { metadata } = frontmatter
  return { ...frontmatter, ...(isRecord(metadata) && { metadata: withTexts(metadata, sources) }), name, description }
}

function withTexts(metadata: Readonly<Record<string, unknown>>, sources: Document['sources']) {
  const entries = Object.entries(metadata)
  if (!entries.some(([, value]) => typeof value === 'number')) return metadata
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const pointer = `/metadata/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      return [key, typeof value === 'number' ? (sources.get(pointer) ?? String(value)) : value]
    }),
  )
}
