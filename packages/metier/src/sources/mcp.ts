/** Skills of MCP servers with the skills extension. The connection is handed in: only a command at a terminal has one. */

import type { BundleFile } from '../gate/bundle.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import type { ByteAllowance } from '../system/http/http-fetch.js'
import { hostAllowedFor } from './download.js'
import type { ConnectSkills, ServedSkill, SkillConnection } from './mcp/skill-connection.js'
import { isSafeSubpath } from './reference-parts.js'
import type { Offer, OfferSelection, Source, SourceContext, SourceReference } from './source.js'
import type { SettledOptions } from './sources-options.js'
import { stageFiles } from './tree/stage-files.js'

interface Options extends Pick<SettledOptions, 'http' | 'tools'> {
  readonly connectSkills: ConnectSkills | undefined
}

const MAIN = 'SKILL.md'

export function createMcpSource(options: Options): Source {
  return {
    kind: 'mcp',
    resolve: async (reference, wanted, context) => {
      context.onProgress?.({ phase: 'resolve', message: reference.text })
      const skills = await withSkills(reference, context, options, async (listed) => succeed(listed))
      return skills.ok ? chooseOffers(skills.value, wanted, reference, options) : skills
    },
    fetch: async (reference, offer, directory, context) => {
      const files = await withSkills(reference, context, options, async (skills, connection) => {
        const same = skills.find((skill) => skill.name === offer.name && digestOf(skill, options) === offer.digest)
        if (same !== undefined) return readAll(same, connection, context)
        return fail('integrity_mismatch', `${reference.text} changed or removed '${offer.name}' during the install`)
      })
      return files.ok ? stageFiles(files.value, directory, context) : files
    },
  }
}

type Use<T> = (skills: readonly ServedSkill[], connection: SkillConnection) => Promise<Result<T>>

async function withSkills<T>(
  reference: SourceReference,
  context: SourceContext,
  { http, connectSkills }: Options,
  use: Use<T>,
): Promise<Result<T>> {
  const { location: url, identity, text } = reference
  if (connectSkills === undefined) {
    return fail('source_untrusted', 'Skills of MCP servers can be installed only at a terminal', [
      `At a terminal, run: metier install --from ${text}`,
    ])
  }
  const allowance: ByteAllowance = { left: 0 }
  const opening: Promise<Result<SkillConnection>> = connectSkills({
    label: new URL(url).host,
    url,
    fetch: http.converse({ url, allowedHost: hostAllowedFor(url, identity, context), allowance }),
    allow: (bytes) => {
      allowance.left = bytes
    },
    signal: context.signal,
  })
  const opened = await opening
  if (!opened.ok) return opened
  try {
    const skills = await listSkills(opened.value, reference, context)
    return skills.ok ? await use(skills.value, opened.value) : skills
  } finally {
    await opened.value.close()
  }
}

/** A server without skills, one that cannot be asked and one whose entries are refused are three different failures. */
async function listSkills(
  connection: SkillConnection,
  { text }: SourceReference,
  { signal }: SourceContext,
): Promise<Result<readonly ServedSkill[]>> {
  const listed = await connection.list(signal)
  if (!listed.ok) return listed
  if (listed.value.state === 'unsupported') {
    return fail('source_unavailable', `${text} does not serve skills: it lacks the skills extension (SEP-2640)`)
  }
  const { skills, refused, refusedCount } = listed.value
  if (skills.length > 0) return succeed(skills)
  if (refusedCount === 0) return fail('skill_not_found', `${text} has no skills`)
  return fail(
    'skill_invalid',
    `${text} lists ${refusedCount} skills, and all were refused`,
    refused.slice(0, 10).map(({ uri, detail }) => `${uri}: ${detail}`),
  )
}

function chooseOffers(
  skills: readonly ServedSkill[],
  { skill, recorded }: OfferSelection,
  { text }: SourceReference,
  options: Options,
): Result<readonly Offer[]> {
  const same = recorded === undefined ? [] : skills.filter(({ path }) => path === recorded)
  const named = skill === undefined ? skills : skills.filter(({ name, path }) => name === skill || path === skill)
  const chosen = same.length > 0 ? same : named
  if (chosen.length > 0) return succeed(chosen.map((one) => toOffer(one, options)))
  const names = skills.slice(0, 10).map(({ name }) => name)
  return fail('skill_not_found', `${text} has no skill '${skill ?? ''}'`, [`Available: ${names.join(', ')}`])
}

function toOffer(skill: ServedSkill, options: Options): Offer {
  const { name, description, path } = skill
  return {
    name,
    description,
    ...(isSafeSubpath(path) && { path }),
    digest: digestOf(skill, options),
    findings: [],
  }
}

/** Covers the name, digest and size of every file, so an offer that was approved is the one that is fetched. */
function digestOf({ uri, files }: ServedSkill, { tools }: Options): string {
  const lines = files.map(({ path, digest, size }) => `${digest} ${size} ${path}`).toSorted()
  return tools.sha256(new TextEncoder().encode([uri, ...lines].join('\n')))
}

async function readAll(
  skill: ServedSkill,
  connection: SkillConnection,
  { signal, onProgress }: SourceContext,
): Promise<Result<readonly BundleFile[]>> {
  // If SKILL.md fails its checks, no other file may be read.
  const ordered = skill.files.toSorted((a, b) => Number(b.path === MAIN) - Number(a.path === MAIN))
  const files: BundleFile[] = []
  for (const { path } of ordered) {
    const bytes = await connection.read(skill, path, signal)
    if (!bytes.ok) return bytes
    files.push({ path, bytes: bytes.value, isExecutable: false })
    onProgress?.({ phase: 'download', message: skill.name, done: files.length, total: ordered.length })
  }
  return succeed(files)
}
