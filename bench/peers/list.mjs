// The loaders that ours is held against. A peer is one file here with `prepare` and one entry below; where its package
// is not installed in compat/, it is left out.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** `times`: how many times faster ours must be, cold (bar 4). `slow`: measured in fewer rounds, because it takes seconds. */
export const PEERS = [
  { name: 'openskills', packages: ['openskills'], times: 1.7, load: () => import('./openskills.mjs') },
  { name: 'wave', times: { 20: 8, later: 4 }, load: () => import('./wave.mjs') },
  { name: 'clawhub', packages: ['clawhub'], load: () => import('./clawhub.mjs') },
  { name: 'gemini', packages: ['@google/gemini-cli-core'], times: 15, slow: true, load: () => import('./gemini.mjs') },
  { name: 'deepagents', packages: ['deepagents'], times: 12, slow: true, load: () => import('./deepagents.mjs') },
  { name: 'pi', packages: ['@mariozechner/pi-coding-agent'], times: 12, slow: true, load: () => import('./pi.mjs') },
  {
    name: 'gray-matter + fast-glob',
    packages: ['gray-matter', 'fast-glob'],
    times: 18,
    slow: true,
    load: () => import('./gray-matter.mjs'),
  },
  { name: 'vercel skills', packages: ['skills'], times: 18, slow: true, load: () => import('./vercel-skills.mjs') },
  { name: 'mastra', packages: ['@mastra/core'], times: 40, slow: true, load: () => import('./mastra.mjs') },
  { name: 'bash-tool', packages: ['bash-tool'], times: 40, slow: true, load: () => import('./bash-tool.mjs') },
]

/** Ours, driven in the same way. */
export const METIER = { name: 'metier', load: () => import('./metier.mjs') }

/** The peers that can be run here, and the names of the others. */
export function findPeers({ compat, wave }) {
  const isThere = ({ name, packages }) => {
    if (packages === undefined) return name === 'wave' && wave !== undefined
    return packages.every((one) => existsSync(join(compat, 'node_modules', one, 'package.json')))
  }
  return { there: PEERS.filter(isThere), absent: PEERS.filter((peer) => !isThere(peer)).map(({ name }) => name) }
}
