/** Writes the MCP servers of a plugin into a skill, so that its digest covers them and its approval is about them. */

import { type Result, succeed } from '../../skill/failure.js'
import { TOOLS_FILES } from '../../skill/tools-file/tools-file.js'
import type { PlacedServer, ServerRefusal } from '../plugins/plugin.js'
import { SERVER_REFUSALS } from '../plugins/plugin-servers.js'
import type { StagedBundle } from '../source.js'
import { stageFiles } from './stage-files.js'

const FILE = 'tools.json'

/** The same servers always give the same bytes, so an update sees no change where there is none. */
export function addServers(
  staged: StagedBundle,
  directory: string,
  servers: readonly PlacedServer[] = [],
): Result<StagedBundle> {
  const hasTools = staged.files.some(({ path }) => TOOLS_FILES.some((name) => name === path.toLowerCase()))
  const placed = servers.map((server) => (hasTools ? { name: server.name, refusal: 'tools_file' as const } : server))
  const entries = placed.flatMap((server) => ('entry' in server ? [[server.name, server.entry] as const] : []))
  const refused = placed.flatMap((server) => ('refusal' in server ? [describeRefused(server)] : []))
  const warnings = [...(staged.warnings ?? []), ...refused]
  if (entries.length === 0) return succeed(refused.length === 0 ? staged : { ...staged, warnings })
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = `${JSON.stringify({ servers: Object.fromEntries(sorted) }, null, 2)}\n`
  const added = stageFiles([{ path: FILE, bytes: new TextEncoder().encode(text), isExecutable: false }], directory)
  if (!added.ok) return added
  return succeed({ ...staged, files: [...staged.files, ...added.value.files], warnings })
}

function describeRefused({ name, refusal }: { readonly name: string; readonly refusal: ServerRefusal }): string {
  return `Left out the MCP server ${JSON.stringify(name.slice(0, 80))} of its plugin: ${SERVER_REFUSALS[refusal]}`
}
