/** Finds programs on PATH without starting a process. */

import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { isBinaryName } from '../skill/metadata/requirements.js'

/** The programs on PATH, each as of its first lookup. */
export interface BinaryLookup {
  has(name: string): boolean
  /** Announces roughly how many names will be looked up: many are handled differently from few. */
  expect(count: number): void
  /** A fresh lookup: every name is resolved again, but an unchanged directory is not listed again. */
  refresh(path?: string): BinaryLookup
}

export interface BinaryLookupOptions {
  /** Node's name for the operating system, which decides the rules for PATH and executables. */
  readonly platform?: string
  /** Windows' PATHEXT: the extensions a name may omit. */
  readonly extensions?: string
  /** The clock used to record when a directory was listed. */
  readonly now?: () => number
}

/** Up to this many names, probing each directory is cheaper than listing it. */
const PROBED_NAMES = 20

/** A directory modified this shortly before it was listed may change again within one clock tick. */
const CLOCK_TICK_MILLISECONDS = 2_500

/** The three execute permission bits: owner, group and others. */
const EVERYBODY = 0o111

interface Listing {
  readonly stats: Stats
  readonly listedAt: number
  readonly names: ReadonlySet<string>
}

/** Directory → its entries, shared by lookups refreshed from one another. */
type Listings = Map<string, Listing>

/** Looks up names on a PATH; nothing is read before the first lookup. */
export function createBinaryLookup(path: string, options: BinaryLookupOptions = {}): BinaryLookup {
  return lookupWith(path, options, new Map())
}

function lookupWith(path: string, options: BinaryLookupOptions, listings: Listings): BinaryLookup {
  const { platform = process.platform, now = Date.now } = options
  const answers = new Map<string, boolean>()
  let places: readonly Place[] | undefined
  let lists: readonly ReadonlySet<string>[] | undefined
  let expected = 0
  const find = (name: string): boolean => {
    places ??= findPlaces(path, platform)
    if (listings.size > 0 || Math.max(answers.size, expected) >= PROBED_NAMES) {
      lists ??= places.map((place) => namesIn(place, platform, listings, now))
    }
    const candidates = candidateNames(name, platform, options.extensions)
    // A counting loop, not an iterator: hundreds of names are checked per directory before the code is compiled.
    for (let at = 0; at < places.length; at++) {
      const place = places[at]
      if (place !== undefined && holds(place, candidates, platform, lists?.[at])) return true
    }
    return false
  }
  const settle = (name: string): boolean => {
    const answer = isBinaryName(name) && find(name)
    answers.set(name, answer)
    return answer
  }
  return {
    has: (name) => answers.get(name) ?? settle(name),
    expect: (count) => {
      expected = count
    },
    refresh: (next = path) => lookupWith(next, options, listings),
  }
}

interface Place {
  readonly directory: string
  readonly stats: Stats
}

/** The existing PATH directories, each once, even if PATH repeats one or names it through a link (`/bin`). */
function findPlaces(path: string, platform: string): readonly Place[] {
  const places: Place[] = []
  for (const directory of searchPath(path, platform)) {
    const stats = statOf(directory)
    if (stats?.isDirectory() !== true) continue
    const isKnown = places.some((place) => stats.ino !== 0 && isSameFile(place.stats, stats))
    if (!isKnown) places.push({ directory, stats })
  }
  return places
}

function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev
}

/** The absolute directories in a PATH; a relative one would depend on the working directory. */
export function searchPath(path: string, platform: string): readonly string[] {
  const { delimiter, isAbsolute } = platform === 'win32' ? win32 : posix
  const folders = path.split(delimiter).map((folder) => (platform === 'win32' ? folder.replaceAll('"', '') : folder))
  return [...new Set(folders)].filter(isAbsolute)
}

/** The file names a program may have: on Windows, the name with each PATHEXT extension, in order. */
export function candidateNames(name: string, platform: string, extensions?: string): readonly string[] {
  if (platform !== 'win32') return [name]
  const endings = (extensions ?? '.COM;.EXE;.BAT;.CMD')
    .toLowerCase()
    .split(';')
    .filter((ending) => ending.startsWith('.'))
  const plain = name.toLowerCase()
  const completed = endings.map((ending) => plain + ending)
  return endings.some((ending) => plain.endsWith(ending)) ? [plain, ...completed] : completed
}

function holds(
  { directory }: Place,
  candidates: readonly string[],
  platform: string,
  names: ReadonlySet<string> | undefined,
): boolean {
  for (let at = 0; at < candidates.length; at++) {
    const candidate = candidates[at] ?? ''
    const isListed = names === undefined || names.has(foldCase(candidate, platform))
    if (isListed && isExecutable(`${directory}/${candidate}`, platform)) return true
  }
  return false
}

function namesIn(
  { directory, stats }: Place,
  platform: string,
  listings: Listings,
  now: () => number,
): ReadonlySet<string> {
  const known = listings.get(directory)
  if (known !== undefined && isCurrent(known, stats)) return known.names
  const listedAt = now()
  const names = new Set(foldCases(readDirectory(directory), platform))
  listings.set(directory, { stats, listedAt, names })
  return names
}

/** Never cached if empty, because that may be a temporary failure. */
function isCurrent({ stats, listedAt, names }: Listing, now: Stats): boolean {
  if (stats === now) return true
  const isSame = stats.mtimeMs === now.mtimeMs && stats.ctimeMs === now.ctimeMs && stats.ino === now.ino
  return isSame && names.size > 0 && listedAt - now.ctimeMs > CLOCK_TICK_MILLISECONDS
}

function foldCases(names: readonly string[], platform: string): readonly string[] {
  return ignoresCase(platform) ? names.map((name) => foldCase(name, platform)) : names
}

/** Ignores case if the file system usually does; the disk then decides whether the file exists. */
function foldCase(name: string, platform: string): string {
  return ignoresCase(platform) ? name.toLowerCase() : name
}

function ignoresCase(platform: string): boolean {
  return platform === 'win32' || platform === 'darwin'
}

function isExecutable(file: string, platform: string): boolean {
  const stats = statOf(file)
  if (stats?.isFile() !== true) return false
  if (platform === 'win32') return true
  const bits = stats.mode & EVERYBODY
  // The system is asked only if the bits do not settle it, because its refusal costs an exception.
  return bits === EVERYBODY || (bits !== 0 && mayExecute(file))
}

function mayExecute(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Undefined for a missing file, a broken link, or something we may not stat. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function readDirectory(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
