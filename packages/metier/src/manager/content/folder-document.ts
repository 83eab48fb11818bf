/** Reads the main file of a directory directly below a root, for `get_skill`. */

import { isUtf8 } from 'node:buffer'
import { readdir } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { DocumentRefusal, DocumentResult } from '../../contracts/get-skill.js'
import type { Situation } from '../../registry/situation.js'
import { isSwitchedOff } from '../../registry/situation.js'
import { LIMITS } from '../../skill/limits.js'
import { chooseMainFile } from '../../skill/main-file.js'
import { parseSkill } from '../../skill/parse.js'
import {
  type ContainedEntry,
  type ContainedRefusal,
  findRealFolder,
  isInside,
  openContained,
  readUpTo,
} from '../../system/files/contained-file.js'
import { readYaml } from '../../system/yaml.js'

/** The contract's own spelling first, then the usual one. Only without both is the directory listed. */
const FILE_NAMES = ['SKILL.MD', 'SKILL.md']

/** Reads the document of a directory from the nearest root that has one. The name must not contain separators. */
export async function readFolderDocument(situation: Situation, folder: string): Promise<DocumentResult> {
  const roots = situation.snapshot.scans.map(({ root }) => root.path).filter((path) => isAbsolute(path))
  const homes = (await Promise.all(roots.map(findFolder))).filter((home) => home !== undefined)
  let refusal: DocumentRefusal = 'folder_missing'
  for (const root of roots) {
    const reading = await readServed(situation, root, folder, homes)
    if ('text' in reading) return reading
    // As in the registry, an unusable document makes way for the next one; the best reason is reported.
    if (refusal === 'folder_missing' || (refusal === 'file_missing' && reading.refusal !== 'folder_missing')) {
      refusal = reading.refusal
    }
  }
  return { refusal }
}

/** Disabled skills, and skills that strict mode refuses, are not found. */
async function readServed(
  situation: Situation,
  root: string,
  folder: string,
  homes: readonly string[],
): Promise<DocumentResult> {
  if (isFolderOff(situation, root, folder)) return { refusal: 'folder_missing' }
  const reading = await readBelow(root, folder, homes)
  if ('refusal' in reading) return reading
  const isServed = !situation.snapshot.strict || isConformant(reading, folder)
  return isServed ? { text: reading.text } : { refusal: 'folder_missing' }
}

interface ReadDocument {
  readonly text: string
  readonly fileName: string
}

type Reading = ReadDocument | { readonly refusal: DocumentRefusal }

async function readBelow(root: string, folder: string, homes: readonly string[]): Promise<Reading> {
  const real = await findFolder(join(root, folder))
  if (real === 'unreadable') return { refusal: 'unreadable' }
  // A link may lead into any of the roots, and nowhere else.
  if (real === undefined || !homes.some((home) => isInside(real, home))) return { refusal: 'folder_missing' }
  const opened = await openDocument(real)
  if (opened === 'outside' || opened === 'unreadable') return { refusal: 'unreadable' }
  return typeof opened === 'string' ? { refusal: 'file_missing' } : readDocument(opened)
}

/** A skill is disabled by its own name, which may differ from its directory's. */
function isFolderOff({ snapshot, disabled }: Situation, root: string, folder: string): boolean {
  if (disabled.size === 0) return false
  const scan = snapshot.scans.find((candidate) => candidate.root.path === root)
  const record = scan?.records.find(({ directory }) => directory === folder)
  return record === undefined ? disabled.has(folder) : isSwitchedOff(record, disabled)
}

function isConformant({ text, fileName }: ReadDocument, directory: string): boolean {
  return parseSkill(text, { directory, fileName, readYaml }).isConformant
}

async function findFolder(path: string): Promise<string | 'unreadable' | undefined> {
  try {
    return await findRealFolder(path)
  } catch {
    // The file exists, but its type is unknown.
    return 'unreadable'
  }
}

type OpenFile = Extract<ContainedEntry, { kind: 'file' }> & { readonly fileName: string }

/** A directory or a pipe of that name is not a document. */
async function openDocument(folder: string): Promise<OpenFile | ContainedRefusal> {
  for (const name of FILE_NAMES) {
    const opened = await openFile(folder, name)
    if (opened !== 'missing') return opened
  }
  const other = await findOtherSpelling(folder)
  return other === undefined ? 'missing' : openFile(folder, other)
}

async function openFile(folder: string, fileName: string): Promise<OpenFile | ContainedRefusal> {
  const opened = await openContained(folder, fileName)
  if (opened === 'outside' || opened === 'unreadable') return opened
  return typeof opened !== 'string' && opened.kind === 'file' ? { ...opened, fileName } : 'missing'
}

/** The main file as the registry chooses it. */
async function findOtherSpelling(folder: string): Promise<string | undefined> {
  try {
    return chooseMainFile((await readdir(folder)).filter((name) => !FILE_NAMES.includes(name)))
  } catch {
    // A directory that cannot be listed may still have let a file be opened, so its names are all that is unknown.
    return undefined
  }
}

async function readDocument({ handle, size, fileName }: OpenFile): Promise<Reading> {
  try {
    if (size > LIMITS.skillFileBytes) return { refusal: 'too_large' }
    const bytes = await readUpTo(handle, size, LIMITS.skillFileBytes)
    if (bytes.length > LIMITS.skillFileBytes) return { refusal: 'too_large' }
    return isUtf8(bytes) ? { text: bytes.toString('utf8'), fileName } : { refusal: 'not_text' }
  } finally {
    await handle.close()
  }
}
