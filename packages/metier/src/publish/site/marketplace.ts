/**
 * The skills as one plugin of a marketplace: a catalog with an archive for clients that read it from a URL, and a git repository
 * with both catalogs for clients that clone.
 */

import { sha256Of } from '../../system/skill-files/tree-digest.js'
import { jsonFile, type ReleasedFile, SHORT_DIGEST, type SiteFile, type SkillRelease } from '../skill-release.js'
import { buildGitRepository } from './git-repository.js'
import { type PublishedReader, packZip } from './pack-zip.js'

export const CATALOG = 'marketplace.json'
const PLUGIN_SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'

export interface MarketplaceSettings {
  /** Of the marketplace and its plugin. */
  readonly name: string
  /** Where the site will be; without it there is no catalog by URL, because an archive needs an absolute address. */
  readonly baseUrl: string | undefined
}

export function publishMarketplace(
  releases: readonly SkillRelease[],
  settings: MarketplaceSettings,
  readPublished: PublishedReader,
): readonly SiteFile[] {
  const plugin = toPlugin(releases, settings.name)
  const { name, baseUrl } = settings
  const path = `plugins/${name}-${plugin.digest.slice(0, SHORT_DIGEST)}.zip`
  const archive = packZip(path, plugin.files, readPublished)
  const source = baseUrl && { source: 'archive', url: new URL(path, baseUrl).href, sha256: sha256Of(archive) }
  return [
    ...(source === undefined
      ? []
      : [
          { path, bytes: archive, isImmutable: true },
          jsonFile(CATALOG, {
            name,
            owner: { name },
            plugins: [{ ...plugin.manifest, source, strict: false }],
          }),
        ]),
    ...buildGitRepository('plugins.git', toRepository(plugin, name)),
  ]
}

interface Plugin {
  readonly manifest: { readonly name: string; readonly version: string; readonly description: string }
  readonly files: readonly ReleasedFile[]
  readonly digest: string
}

function toPlugin(releases: readonly SkillRelease[], name: string): Plugin {
  const digest = sha256Of(releases.map((release) => `${release.name} ${release.digest}\n`).join(''))
  const count = releases.length === 1 ? '1 skill' : `${releases.length} skills`
  // A version is what clients compare. A digest alone could look like a number with leading zeros.
  const version = `0.0.0-x${digest.slice(0, SHORT_DIGEST)}`
  const manifest = {
    name,
    version,
    description: `${count}: ${releases.map((each) => each.name).join(', ')}`.slice(0, 500),
  }
  const files = [
    jsonOf('.claude-plugin/plugin.json', manifest),
    jsonOf('plugin.json', { $schema: PLUGIN_SCHEMA, ...manifest }),
    ...releases.flatMap((release) =>
      release.files.map((file) => ({ ...file, path: `skills/${release.name}/${file.path}` })),
    ),
  ]
  return { manifest, files, digest }
}

/** Each catalog where its clients look for it. */
function toRepository({ manifest, files }: Plugin, name: string): readonly ReleasedFile[] {
  const path = `./plugins/${name}`
  const policy = { installation: 'AVAILABLE', authentication: 'ON_INSTALL' }
  return [
    jsonOf('.claude-plugin/marketplace.json', { name, owner: { name }, plugins: [{ ...manifest, source: path }] }),
    jsonOf('.agents/plugins/marketplace.json', {
      name,
      interface: { displayName: name },
      plugins: [{ name, source: { source: 'local', path }, policy, category: 'skills' }],
    }),
    ...files.map((file) => ({ ...file, path: `plugins/${name}/${file.path}` })),
  ]
}

function jsonOf(path: string, value: unknown): ReleasedFile {
  return { path, bytes: jsonFile(path, value).bytes, isExecutable: false }
}
