/** Opens the skills that a command works on. Reads settings once and warns about mistakes in them. */

import { KnownSkills } from '../../manager/known-skills.js'
import { DEFAULT_TRUSTED_SOURCES } from '../../manager/settings/settings.js'
import { SkillManager } from '../../manager/skill-manager.js'
import { SkillReader } from '../../manager/skill-reader.js'
import { readSurroundings, type Surroundings } from '../../manager/surroundings.js'
import type { Diagnostic } from '../../skill/diagnostic.js'
import { isFile, isFolder } from '../../system/files/files.js'
import type { Context } from '../arguments/command.js'
import { type Line, styled } from '../terminal/lines.js'

/** For commands that list skills. */
export interface OpenedRegistry extends Surroundings {
  readonly known: KnownSkills
  /** Lines for stderr: mistakes in the configuration, and given roots that do not exist. */
  readonly notes: readonly Line[]
  /** Those of the notes that are about trusted keys and sources that are not valid. */
  readonly keyNotes?: readonly Line[]
}

/** For commands that read skills. */
export interface OpenedReader extends OpenedRegistry {
  readonly reader: SkillReader
}

/** For commands that need a whole manager or change the store. */
export interface OpenedSkills extends OpenedReader {
  readonly skills: SkillManager
}

export function findSurroundings({ workdir, config, roots, set }: Context, isStrict: boolean): Surroundings {
  return readSurroundings({
    workdir,
    strict: isStrict,
    ...(roots.length > 0 && { roots: roots.map((path) => ({ path, scope: 'project' as const })) }),
    ...(config !== undefined && { config }),
    ...(set !== undefined && { set }),
  })
}

export async function openRegistry(
  context: Context,
  isStrict: boolean,
  surroundings = findSurroundings(context, isStrict),
): Promise<OpenedRegistry> {
  const known = new KnownSkills(surroundings.options, surroundings)
  await known.initialize(context.signal)
  return { ...surroundings, known, notes: describeSurroundings(context, surroundings) }
}

export async function openReader(context: Context, isStrict: boolean): Promise<OpenedReader> {
  const opened = await openRegistry(context, isStrict)
  return { ...opened, reader: new SkillReader(opened.known) }
}

export async function openSkills(
  context: Context,
  isStrict: boolean,
  surroundings?: Surroundings,
): Promise<OpenedSkills> {
  const opened = await openRegistry(context, isStrict, surroundings)
  return { ...opened, reader: new SkillReader(opened.known), skills: new SkillManager(opened.known) }
}

/** For commands of the store that change nothing; they accept the sources that `openStore` accepts. */
export async function openStoreRegistry(context: Context): Promise<OpenedRegistry> {
  return withKeyNotes(await openRegistry(context, false, findStoreSurroundings(context)))
}

/** For commands of the store. */
export async function openStore(context: Context): Promise<OpenedSkills> {
  return withKeyNotes(await openSkills(context, false, findStoreSurroundings(context)))
}

/** Adds notes about trusted keys that are not keys, and about sources that are not sources. */
async function withKeyNotes<Opened extends OpenedRegistry>(opened: Opened): Promise<Opened> {
  const { settings } = opened
  const isUsual = settings.trustedSources === DEFAULT_TRUSTED_SOURCES && settings.requireSignature.length === 0
  if (isUsual && settings.trustedKeys.length === 0) return opened
  const { reviewTrustedKeys } = await import('../../manager/store-operations/signers/review-trusted-keys.js')
  const { reviewSourcePatterns } = await import('../../manager/settings/review-patterns.js')
  const keyNotes = [...reviewTrustedKeys(settings), ...reviewSourcePatterns(settings)].map(describeMistake)
  return { ...opened, notes: [...opened.notes, ...keyNotes], keyNotes }
}

/** Only a person at the command line may name a repository on disk, no tool. */
function findStoreSurroundings(context: Context): Surroundings {
  const surroundings = findSurroundings(context, false)
  const { options } = surroundings
  const { hubToken: token } = context
  const sources = { ...options.sources, allowsFileUrls: true, ...(token !== undefined && { hubs: { token } }) }
  return { ...surroundings, options: { ...options, sources } }
}

/** Describes mistakes in the configuration, and roots that do not exist. */
export function describeSurroundings(context: Context, { settings, roots }: Surroundings): readonly Line[] {
  const lines = settings.diagnostics.map(describeMistake)
  for (const { path, isExplicit } of roots) {
    if (isExplicit && !isFolder(path)) lines.push(warn(`the root ${path} is not a directory`))
  }
  if (context.config !== undefined && !isFile(context.config)) lines.push(warn(`${context.config} does not exist`))
  return lines
}

function warn(text: string): Line {
  return [styled('warning: ', 'yellow'), text]
}

function describeMistake({ file, line, column, message, suggestion }: Diagnostic): Line {
  return warn(`${file}:${line}:${column} ${message}${suggestion === undefined ? '' : `. ${suggestion}`}`)
}
