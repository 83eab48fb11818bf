// The suites in the order in which they are run and printed. A suite is one file here with `title` and `run(context)`,
// which gives `{ tables?, figures?, notes? }`, and one line below.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ALL = [
  { name: 'discovery', load: () => import('./discovery.mjs') },
  { name: 'real', load: () => import('./real.mjs') },
  { name: 'peers', load: () => import('./peers.mjs') },
  { name: 'start', load: () => import('./start.mjs') },
  { name: 'reload', load: () => import('./reload.mjs') },
  { name: 'watch', load: () => import('./watch.mjs') },
  { name: 'gap', load: () => import('./gap.mjs') },
  { name: 'memory', load: () => import('./memory.mjs') },
  { name: 'frontmatter', load: () => import('./frontmatter.mjs') },
  { name: 'eligibility', load: () => import('./eligibility.mjs') },
  { name: 'load', load: () => import('./load.mjs') },
  { name: 'tools', load: () => import('./tools.mjs') },
  { name: 'workspace', load: () => import('./workspace.mjs') },
  { name: 'sandbox', load: () => import('./sandbox.mjs') },
  { name: 'catalogue', load: () => import('./catalogue.mjs') },
  { name: 'search', load: () => import('./search.mjs'), isLong: true },
  { name: 'kept-search', load: () => import('./kept-search.mjs'), isLong: true },
  { name: 'overlap', load: () => import('./overlap.mjs'), isLong: true },
  { name: 'import', load: () => import('./import.mjs') },
  { name: 'cli', load: () => import('./cli.mjs') },
  { name: 'install', load: () => import('./install.mjs') },
  { name: 'audit', load: () => import('./audit.mjs') },
  { name: 'publish', load: () => import('./publish.mjs'), isLong: true },
  { name: 'mcp', load: () => import('./mcp.mjs') },
  { name: 'dashboard', load: () => import('./dashboard.mjs'), isLong: true },
  // Measured if its file is there.
  { name: 'hub', file: 'hub.mjs', isLong: true },
]

export const SUITES = ALL.flatMap(({ file, ...suite }) => {
  if (file === undefined) return [suite]
  const path = join(import.meta.dirname, file)
  return existsSync(path) ? [{ ...suite, load: () => import(path) }] : []
})
