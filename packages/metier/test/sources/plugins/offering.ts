/** What the tests of plugins have in common: a tree in, offers and plugins out. */

import { isTrustedSource } from '../../../src/gate/trust.js'
import type { FoundPlugin } from '../../../src/sources/plugins/plugin.js'
import { parseSourceReference } from '../../../src/sources/reference.js'
import type { OfferSelection } from '../../../src/sources/source.js'
import { createSources } from '../../../src/sources/sources.js'
import { skillText, temporaryFolder } from '../../support/temporary.js'

export const CLAUDE = '.claude-plugin/marketplace.json'
export const CODEX = '.agents/plugins/marketplace.json'
export const AGENT_PLUGIN = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'
export const AGENT_SERVERS = 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json'

export type Files = Readonly<Record<string, string>>

export async function offer(text: string, wanted: OfferSelection = {}, mirror?: string) {
  const reference = parseSourceReference(text)
  if (!reference.ok) throw new Error(reference.failure.message)
  const mirrors = mirror === undefined ? {} : { 'github.com': mirror }
  const source = createSources({ mirrors, variables: { PATH: process.env.PATH } })[reference.value.kind]
  const plugins: FoundPlugin[] = []
  const isTrusted = (identity: string) => isTrustedSource(identity, ['local:*', 'github.com/owner/*', '127.0.0.1'])
  const offers = await source.resolve(reference.value, wanted, {
    isTrusted,
    onPlugin: (plugin) => plugins.push(plugin),
  })
  return { plugins, offers, paths: offers.ok ? offers.value.map(({ path, plugin }) => `${plugin} ${path}`) : [] }
}

export function offerFiles(files: Files, wanted: OfferSelection = {}) {
  return offer(`local:${temporaryFolder(files)}`, wanted)
}

export function marketplace(...plugins: readonly object[]): string {
  return JSON.stringify({ name: 'team', owner: { name: 'x' }, plugins })
}

export function skills(...folders: readonly string[]): Files {
  return Object.fromEntries(folders.map((folder) => [`${folder}/SKILL.md`, skillText(folder.split('/').at(-1) ?? '')]))
}
