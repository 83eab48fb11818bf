/** What a model may read of another server's skill: its origin first, and none of the fields that would widen anything. */

import { verdictOf } from '../../gate/finding.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { splitDocument } from '../../skill/split.js'
import type { ServedSkill } from '../../sources/mcp/skill-connection.js'
import { scanApart } from '../../system/scan-process/scan-apart.js'

/** Fields that describe a skill or restrict its use. Every other one is ignored: `allowed-tools`, `hooks`, `metadata`. */
const KEPT: readonly string[] = ['license', 'compatibility', 'disable-model-invocation', 'user-invocable']

export function keepFields(frontmatter: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(frontmatter).filter(([field]) => KEPT.includes(field)))
}

/** The SKILL.md of a skill as the host offers it, under the host's name for it. */
export function composeMainFile(text: string, name: string, label: string, skill: ServedSkill): string {
  const head = JSON.stringify({ name, description: skill.description, ...keepFields(skill.frontmatter) })
  const origin = `This skill comes from the MCP server '${label}'. Its files are on that server, not on this machine; read_skill_file reads them.`
  return `---\n${head}\n---\n\n${origin}\n\n${text.slice(splitDocument(text).bodyStart)}`
}

/** Scans the name and description, which a model reads before any file. Returns the reason if the scan blocks them. */
export async function findBlock(skill: ServedSkill, signal: AbortSignal | undefined): Promise<string | undefined> {
  const { name, description } = skill
  const text = `---\n${JSON.stringify({ name, description })}\n---\n\n${description}\n`
  const scanned = await scanFile('SKILL.md', new TextEncoder().encode(text), `the entry of '${name}'`, signal)
  return scanned.ok ? undefined : scanned.failure.message
}

/** The file, unless the scan blocks it. */
export async function scanFile(
  path: string,
  bytes: Uint8Array,
  what: string,
  signal: AbortSignal | undefined,
): Promise<Result<Uint8Array>> {
  const { findings } = await scanApart([{ path, bytes, isExecutable: false }], {}, { signal })
  if (verdictOf(findings) !== 'block') return succeed(bytes)
  const [first] = findings.filter(({ severity }) => severity === 'block')
  return fail('scan_blocked', `The scan blocks ${path} of ${what}: ${first?.message ?? ''}`)
}
