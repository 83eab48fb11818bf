/** Small skills as tests write them, and what the engine needs of the machine. */

import { createHash } from 'node:crypto'
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { BundleFile, BundleLink, GateTools } from '../../../src/gate/bundle.js'
import type { Example } from '../../../src/gate/rule.js'
import { type ScanOptions, type ScanReport, scanBundle } from '../../../src/gate/scan.js'

export const TOOLS: GateTools = {
  inflate(bytes, format, most) {
    const open = { gzip: gunzipSync, zlib: inflateSync, raw: inflateRawSync }[format]
    try {
      return open(bytes, { maxOutputLength: Math.max(1, most) })
    } catch {
      return undefined
    }
  },
  sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
}

const HEAD = '---\nname: sample\ndescription: A sample.\n---\n'

/** A text is the body of a SKILL.md; a SKILL.md without a frontmatter gets one. */
export function toBundle(example: Example): {
  readonly files: readonly BundleFile[]
  readonly links: readonly BundleLink[]
} {
  const given = typeof example === 'string' ? { 'SKILL.md': example } : example
  const files: BundleFile[] = []
  const links: BundleLink[] = []
  for (const [path, content] of Object.entries(given)) {
    if (typeof content === 'object' && 'link' in content) {
      const depth = path.split('/').length - 1
      const climbs = content.link.split('/').filter((part) => part === '..').length
      links.push({ path, target: content.link, leadsOut: content.link.startsWith('/') || climbs > depth })
    } else if (typeof content === 'string') {
      const text = path === 'SKILL.md' && !content.startsWith('---') ? HEAD + content : content
      files.push({ path, bytes: new TextEncoder().encode(text), isExecutable: false })
    } else files.push({ path, bytes: Uint8Array.from(content), isExecutable: false })
  }
  return { files, links }
}

export function scanExample(example: Example, options: ScanOptions = {}): Promise<ScanReport> {
  const { files, links } = toBundle(example)
  return scanBundle(files, TOOLS, { links, ...options })
}
