/** All kinds of sources, created once from the configuration. */

import { createClawhubSource } from './clawhub.js'
import { createGitSource } from './git.js'
import { createLocalSource } from './local.js'
import type { ConnectSkills } from './mcp/skill-connection.js'
import { createMcpSource } from './mcp.js'
import { createNpmSource } from './npm.js'
import type { Source, SourceKind } from './source.js'
import { type SourcesOptions, settleOptions } from './sources-options.js'
import { createUrlSource } from './url.js'
import { createWellKnownSource } from './well-known.js'

/** The sources by kind; `reference.kind` selects one. Without `connectSkills`, MCP servers are refused. */
export function createSources(
  options: SourcesOptions = {},
  connectSkills?: ConnectSkills,
): Readonly<Record<SourceKind, Source>> {
  const settled = settleOptions(options)
  const git = createGitSource(settled)
  return {
    git,
    clawhub: createClawhubSource(settled, git),
    local: createLocalSource(settled),
    mcp: createMcpSource({ ...settled, connectSkills }),
    'well-known': createWellKnownSource(settled),
    url: createUrlSource(settled),
    npm: createNpmSource(options),
  }
}
