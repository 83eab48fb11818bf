/** Small skills as tests write them, and what the engine needs of the machine. */

import type { BundleFile, BundleLink } from '../../../src/gate/bundle.js'
import type { Example } from '../../../src/gate/rule.js'
import { type ScanOptions, type ScanReport, scanBundle } from '../../../src/gate/scan.js'
import { createGateTools } from '../../../src/system/scan-process/gate-tools.js'

export const TOOLS = createGateTools()

const HEAD = '---\nname: sample\ndescription: A sample.\n---\n'

/** A text is the body of a SKILL.md; a SKILL.md without a frontmatter gets one. */
export function toBundle(example: Example): {
  readonly files: readonly BundleFile[]
  readonly links: readonly BundleLink[]
} {
  const given = Object.entries(typeof example === 'string' ? { 'SKILL.md': example } : example)
  return {
    files: given.flatMap(([path, content]) => (isLink(content) ? [] : [toFile(path, content)])),
    links: given.flatMap(([path, content]) => (isLink(content) ? [toLink(path, content.link)] : [])),
  }
}

function isLink(content: unknown): content is { readonly link: string } {
  return typeof content === 'object' && content !== null && 'link' in content
}

function toFile(path: string, content: string | readonly number[]): BundleFile {
  if (typeof content !== 'string') return { path, bytes: Uint8Array.from(content), isExecutable: false }
  const text = path === 'SKILL.md' && !/^\ufeff?---/.test(content) ? HEAD + content : content
  return { path, bytes: new TextEncoder().encode(text), isExecutable: false }
}

function toLink(path: string, target: string): BundleLink {
  const depth = path.split('/').length - 1
  const climbs = target.split('/').filter((part) => part === '..').length
  return { path, target, leadsOut: target.startsWith('/') || climbs > depth }
}

export function scanExample(example: Example, options: ScanOptions = {}): Promise<ScanReport> {
  const { files, links } = toBundle(example)
  return scanBundle(files, TOOLS, { links, ...options })
}
