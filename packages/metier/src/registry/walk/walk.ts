/** Walks one root: finds skills and groups of skills, and reports problems. */

import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import type { Limits } from '../../skill/limits.js'
import { chooseMainFile, isIndexName, isMainFileName, judgeMainFile, summariseBelow } from '../../skill/main-file.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { codeOf } from '../../skill/unknown-value.js'
import { STORE_FOLDER } from '../../store/store-folder.js'
import { isInside } from '../../system/files/contained-file.js'
import { isKernelPath } from '../../system/files/kernel-files.js'
import { adviseOnAccess, isOwnedByUser } from '../../system/files/owner.js'
import { openMainFile } from '../../system/skill-files/main-file.js'
import type { RecordReader } from '../record/record-reader.js'
import { hasTrait } from '../record/skill-record.js'
import type { Root } from '../root.js'
import { type Scan, ScanBuilder, type ScanMark, ScanMemory } from '../scan.js'
import { addSkill, hasFrontmatter } from './add-skill.js'
import { type BoundaryRefusal, describeRefusal, refuseTarget } from './boundary.js'

export interface WalkOptions {
  readonly limits: Pick<Limits, 'walkDepth' | 'walkEntries'>
  readonly reader: RecordReader
  readonly previous: Scan | undefined
  readonly now: () => number
}

interface Folder {
  readonly path: string
  /** Its real path, which is known without a lookup unless a link led here. */
  readonly realPath: string
  /** Below the root, with forward slashes; '' is the root. */
  readonly relative: string
  readonly depth: number
  readonly entries: readonly Dirent[]
  next: number
  /** The last sibling was a group, so the next one probably is too: checking first is cheaper than a failing open. */
  expectsGroups: boolean
  /** Its main file, if only the directories below it can tell whether it is a skill. */
  readonly candidate: Candidate | undefined
}

interface Candidate {
  readonly fileName: string
  readonly mainFiles: readonly string[]
  /** The scan before anything below it was searched. */
  readonly before: ScanMark
}

interface Walk extends WalkOptions {
  readonly builder: ScanBuilder
  readonly memory: ScanMemory | undefined
  readonly mayLinkOut: boolean
  readonly rootRealPath: string
  readonly folders: Folder[]
  entryCount: number
}

/** The number of directories between two pauses. */
const STRIDE = 16
const MAIN_FILE = 'SKILL.md'
/** Directories without skills: version history, packages, bundles that are not admitted yet. */
const SKIPPED = new Set(['.git', 'node_modules', STORE_FOLDER])
const QUIETLY = { throwIfNoEntry: false } as const

/** Scans a root, pausing regularly so that other work can run. */
export function* walkRoot(root: Root, options: WalkOptions): Generator<void, Scan> {
  const builder = new ScanBuilder(root, options.now())
  const walk = openRoot(root, builder, options)
  while (walk !== undefined && walk.folders.length > 0 && walk.entryCount <= options.limits.walkEntries) {
    step(walk)
    if (walk.entryCount % STRIDE === 0) yield
  }
  while (walk !== undefined && walk.folders.length > 0) leave(walk)
  if (walk !== undefined && walk.entryCount > options.limits.walkEntries) {
    const message = `${root.path} has more than ${options.limits.walkEntries} entries; the rest was not searched`
    builder.report('walk_too_large', root.path, message, 'Raise limits.walkEntries, or split the root')
  }
  return builder.finish()
}

/** Processes the next entry of the innermost directory. */
function step(walk: Walk): void {
  const folder = walk.folders.at(-1)
  const entry = folder?.entries[folder.next++]
  if (folder === undefined || entry === undefined) {
    leave(walk)
    return
  }
  if (++walk.entryCount > walk.limits.walkEntries) return
  const isFolder = entry.isDirectory()
  if ((isFolder || entry.isSymbolicLink()) && !SKIPPED.has(entry.name)) visit(walk, folder, entry.name, !isFolder)
}

function openRoot(root: Root, builder: ScanBuilder, options: WalkOptions): Walk | undefined {
  try {
    // The usual case, without the cost of an exception.
    if (!root.isExplicit && lstatSync(root.path, QUIETLY) === undefined) return undefined
    const realPath = realpathSync(root.path)
    const refusal = refuseTarget(root, realPath)
    if (refusal !== undefined) {
      reportRefusal(builder, refusal, root.path, realPath)
      return undefined
    }
    const walk: Walk = {
      ...options,
      builder,
      memory: options.previous === undefined ? undefined : new ScanMemory(options.previous),
      mayLinkOut: isOwnedByUser(statSync(realPath)),
      rootRealPath: realPath,
      folders: [],
      entryCount: 0,
    }
    enter(walk, root.path, realPath, '', 0)
    return walk
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT') {
      builder.report(
        'root_unreadable',
        root.path,
        `The root ${root.path} cannot be read (${code})`,
        adviseOnRoot(root, code),
      )
    } else if (root.isExplicit) {
      builder.report(
        'root_missing',
        root.path,
        `The root ${root.path} does not exist`,
        `mkdir -p ${quoteForShell(root.path)}`,
      )
    }
    return undefined
  }
}

/** Lists a directory. With a main file it is a skill and not searched further, unless what is below decides that. */
function enter(walk: Walk, path: string, realPath: string, relative: string, depth: number): void {
  const entries = readdirSync(path, { withFileTypes: true })
  const mainFiles = entries.filter(({ name }) => isMainFileName(name)).map(({ name }) => name)
  const fileName = chooseMainFile(mainFiles)
  if (fileName !== undefined && relative !== '' && !isIndexName(fileName)) {
    addListed(walk, path, relative, fileName, mainFiles)
  } else if (depth > walk.limits.walkDepth) {
    if (entries.some((entry) => entry.isDirectory())) {
      walk.builder.report('walk_too_deep', path, `Directories below ${path} were not searched: too deep`)
    }
  } else {
    walk.builder.groups.push(relative)
    const candidate = fileName === undefined ? undefined : { fileName, mainFiles, before: walk.builder.mark() }
    walk.folders.push({ path, realPath, relative, depth, entries, next: 0, expectsGroups: false, candidate })
  }
}

/** Leaves the innermost directory. By now it is known whether its main file makes it a skill. */
function leave(walk: Walk): void {
  const folder = walk.folders.pop()
  if (folder?.candidate === undefined) return
  const { builder } = walk
  const { path, relative } = folder
  const { fileName, mainFiles, before } = folder.candidate
  const start = relative === '' ? 0 : relative.length + 1
  const kind = judgeMainFile({
    fileName,
    isTop: relative === '' && builder.root.isSkill !== true,
    below: summariseBelow(builder.directoriesSince(before).map((directory) => directory.slice(start))),
    hasFrontmatter: () => hasFrontmatter(path, fileName),
  })
  if (kind === 'skill') {
    builder.rewind(before)
    addListed(walk, path, relative, fileName, mainFiles)
  } else if (kind === 'stray') {
    const message = `${path}/${fileName} is not read as a skill, because ${path} contains skill directories`
    // Without frontmatter it is an index, which no directory makes a skill.
    const rename = 'rename it, for example to README.md'
    const isSkill = hasFrontmatter(path, fileName)
    const advice = isSkill ? `Move the file into a directory of its own, or ${rename}` : `To hide this, ${rename}`
    builder.report('main_file_stray', path, message, advice)
  }
}

function addListed(walk: Walk, path: string, relative: string, fileName: string, mainFiles: readonly string[]): void {
  const folder = relative === '' ? path : relative
  const baseName = folder.slice(folder.lastIndexOf('/') + 1)
  addSkill(walk, openMainFile(path, fileName), path, relative, baseName, fileName)
  if (mainFiles.length === 1) return
  const others = mainFiles.filter((name) => name !== fileName).join(', ')
  walk.builder.report('main_file_ambiguous', path, `${path} has several main files; ${fileName} is used, not ${others}`)
}

function visit(walk: Walk, folder: Folder, name: string, isLink: boolean): void {
  const path = `${folder.path}/${name}`
  const relative = folder.relative === '' ? name : `${folder.relative}/${name}`
  if (isLink ? !isLinkAllowed(walk, path) : isKernelEntry(walk, folder, name)) return
  if (walk.memory !== undefined && reuse(walk, walk.memory, path, relative)) return
  if (folder.expectsGroups && lookAt(`${path}/${MAIN_FILE}`) === undefined) {
    descend(walk, folder, path, relative, isLink)
    return
  }
  const opened = openMainFile(path, MAIN_FILE)
  folder.expectsGroups = opened === 'missing'
  if (opened === 'missing') descend(walk, folder, path, relative, isLink)
  else addSkill(walk, opened, path, relative, name, MAIN_FILE)
}

/** Reuses the record of an unchanged file. */
function reuse({ builder }: Walk, memory: ScanMemory, path: string, relative: string): boolean {
  const position = memory.find(relative)
  if (position < 0) return false
  const record = memory.record(position)
  // Always check links and other spellings: another file may have replaced them unnoticed.
  if (record.fileName !== MAIN_FILE || hasTrait(record, 'linked')) return false
  const stats = lookAt(`${path}/${MAIN_FILE}`)
  if (stats === undefined || !memory.isUnchangedFile(position, stats)) return false
  builder.addFile(record, stats)
  return true
}

/** The state of a path without following links; undefined if it does not exist or is not accessible. */
function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, QUIETLY)
  } catch {
    // Opening it will report the reason.
    return undefined
  }
}

function adviseOnRoot({ path }: Root, code: string): string | undefined {
  if (code === 'ENOTDIR') return 'A root is a directory that contains one directory per skill'
  return code === 'EACCES' ? adviseOnAccess(path, 'rx') : undefined
}

function descend(walk: Walk, folder: Folder, path: string, relative: string, isLink: boolean): void {
  const name = relative.slice(relative.lastIndexOf('/') + 1)
  try {
    const realPath = isLink ? realpathSync(path) : `${folder.realPath}/${name}`
    enter(walk, path, realPath, relative, folder.depth + 1)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' && name.includes('\ufffd')) {
      walk.builder.report('directory_unreadable', path, `The name of ${path} is not UTF-8 text`, 'Rename the directory')
      return
    }
    // It was removed since the listing, or is a link to a file: nothing to report.
    if (code === 'ENOENT' || code === 'ENOTDIR') return
    walk.builder.report('directory_unreadable', path, `${path} cannot be read (${code})`, adviseOnAccess(path, 'rx'))
  }
}

/** Only a root at the top of the file system contains them without a link. */
function isKernelEntry({ builder }: Walk, { realPath }: Folder, name: string): boolean {
  const path = `/${name}`
  if (realPath !== '/' || !isKernelPath(path)) return false
  reportRefusal(builder, 'file_system_refused', path, path)
  return true
}

/** A link may lead as far as its root allows, but never to a directory above it. */
function isLinkAllowed(walk: Walk, path: string): boolean {
  try {
    const target = realpathSync.native(path)
    if (walk.folders.some(({ realPath }) => isInside(realPath, target))) {
      walk.builder.report('link_cycle', path, `The link ${path} leads back to ${target}`)
      return false
    }
    const refusal = refuseTarget(walk.builder.root, target)
    if (refusal !== undefined) {
      reportRefusal(walk.builder, refusal, path, target)
      return false
    }
    if (walk.mayLinkOut || isInside(target, walk.rootRealPath)) return true
    const message = `The link ${path} leads out of a root that belongs to another user`
    walk.builder.report('directory_link_refused', path, message, 'Copy the directory into the root')
  } catch (error) {
    walk.builder.report(
      'link_broken',
      path,
      `The link ${path} is broken (${codeOf(error)})`,
      // A link of another place, reached through a link, is not ours to remove.
      isInside(walk.folders.at(-1)?.realPath ?? '', walk.rootRealPath) ? `rm ${quoteForShell(path)}` : undefined,
    )
  }
  return false
}

function reportRefusal(builder: ScanBuilder, refusal: BoundaryRefusal, path: string, target: string): void {
  const { message, suggestion } = describeRefusal(builder.root, refusal, path, target)
  builder.report(refusal, path, message, suggestion)
}
