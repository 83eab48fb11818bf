/** Reads the skills of a directory as an installation would find them, one after the other. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BundleFile } from '../../gate/bundle.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseSourceReference } from '../../sources/reference.js'
import type { Offer, Source, SourceContext, SourceReference } from '../../sources/source.js'
import { createSources } from '../../sources/sources.js'
import { readTree } from '../../system/skill-files/tree-digest.js'

/** A skill's directory, with its files in memory. */
export interface SkillFolder {
  /** The name that its SKILL.md or its directory gives it. */
  readonly name: string
  /** Relative to the directory that was read. */
  readonly path: string
  /** Not examined yet. */
  readonly files: readonly BundleFile[]
}

/** Options of `readSkillFolders`. */
export interface ReadSkillFoldersOptions {
  /** Aborts the reading. */
  readonly signal?: AbortSignal
}

/**
 * Reads the skills below a directory. Each is a result: a skill that cannot be read does not stop the others.
 *
 * @example
 * import { readSkillFolders } from 'metier/gate'
 *
 * for await (const folder of readSkillFolders('skills')) {
 *   console.log(folder.ok ? folder.value.name : folder.failure.message)
 * }
 */
export async function* readSkillFolders(
  directory: string,
  { signal }: ReadSkillFoldersOptions = {},
): AsyncGenerator<Result<SkillFolder>> {
  const reference = parseSourceReference(`local:${directory}`, { workdir: process.cwd(), home: undefined })
  if (!reference.ok) return yield reference
  const source = createSources({})[reference.value.kind]
  // The directory is the user's own.
  const context: SourceContext = { signal, isTrusted: () => true }
  const offers = await source.resolve(reference.value, {}, context)
  if (!offers.ok) return yield offers
  for (const offer of offers.value) yield await readOffer({ source, reference: reference.value, context }, offer)
}

interface OpenedDirectory {
  readonly source: Source
  readonly reference: SourceReference
  readonly context: SourceContext
}

async function readOffer({ source, reference, context }: OpenedDirectory, offer: Offer): Promise<Result<SkillFolder>> {
  const quarantine = await mkdtemp(join(tmpdir(), 'metier-import-'))
  try {
    const fetched = await source.fetch(reference, offer, quarantine, context)
    if (!fetched.ok) return fetched
    const files: BundleFile[] = []
    await readTree(fetched.value.directory, {
      signal: context.signal,
      take: ({ path, mode }, bytes) => void files.push({ path, bytes, isExecutable: mode === '0755' }),
    })
    return succeed({ name: offer.name, path: offer.path ?? '', files })
  } catch (error) {
    context.signal?.throwIfAborted()
    return fail(
      'skill_inaccessible',
      `'${offer.name}' cannot be read: ${error instanceof Error ? error.message : error}`,
    )
  } finally {
    await rm(quarantine, { recursive: true, force: true })
  }
}
