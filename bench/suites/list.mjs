// The suites in the order in which they are run and printed. A suite is one file here with `title` and `run(context)`,
// which gives `{ tables?, figures?, notes? }`, and one line below.

export const SUITES = [
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
  { name: 'catalogue', load: () => import('./catalogue.mjs') },
  { name: 'search', load: () => import('./search.mjs'), isLong: true },
  { name: 'import', load: () => import('./import.mjs') },
  { name: 'cli', load: () => import('./cli.mjs') },
  { name: 'install', load: () => import('./install.mjs') },
  { name: 'mcp', load: () => import('./mcp.mjs') },
]
