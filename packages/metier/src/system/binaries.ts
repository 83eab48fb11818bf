/** Which programs are on PATH, found out without starting a process. */

import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { isBinaryName } from '../skill/metadata/requirements.js'

/** What is on PATH, as it was when each name was first asked for. */
export interface BinaryLookup {
  has(name: string): boolean
  /** Says how many names will be asked for, about: many are looked up in another way than few. */
  expect(count: number): void
  /** The same for this moment: every answer is found anew, but a folder that has not changed is not listed again. */
  refresh(path?: string): BinaryLookup
}

export interface BinaryLookupOptions {
  /** Node's name of the operating system, whose rules for PATH and executables hold. */
  readonly platform?: string
  /** Windows' PATHEXT: what stands for the ending that a name leaves out. */
  readonly extensions?: string
  /** The clock that tells when a folder was listed. */
  readonly now?: () => number
}

/** Up to here it is cheaper to ask each folder for a name than to list the folders. */
const PROBED_NAMES = 20

/** A folder that changed less than this before it was listed may have changed again within one tick of its clock. */
const CLOCK_TICK_MILLISECONDS = 2_500

/** The three bits that let owner, group and others run a file. */
const EVERYBODY = 0o111

interface Listing {
  readonly stats: Stats
  readonly listedAt: number
  readonly names: ReadonlySet<string>
}

/** Folder → what was in it. Lookups that come of one another share it. */
type Listings = Map<string, Listing>

/** Looks names up along a PATH; nothing is read before the first question. */
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
    // Counted, not iterated: hundreds of names are looked for in every folder before the engine has compiled anything.
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

/** The folders of PATH that are there, each once, even where PATH names it twice or by a link (`/bin`). */
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

/** The absolute folders that a PATH names; what is relative would change its meaning with the working folder. */
export function searchPath(path: string, platform: string): readonly string[] {
  const { delimiter, isAbsolute } = platform === 'win32' ? win32 : posix
  const folders = path.split(delimiter).map((folder) => (platform === 'win32' ? folder.replaceAll('"', '') : folder))
  return [...new Set(folders)].filter(isAbsolute)
}

/** The file names that stand for a program: on Windows a name takes the endings of PATHEXT, in their order. */
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

/** An empty list may be a failure of the moment, so it is never kept. */
function isCurrent({ stats, listedAt, names }: Listing, now: Stats): boolean {
  if (stats === now) return true
  const isSame = stats.mtimeMs === now.mtimeMs && stats.ctimeMs === now.ctimeMs && stats.ino === now.ino
  return isSame && names.size > 0 && listedAt - now.ctimeMs > CLOCK_TICK_MILLISECONDS
}

function foldCases(names: readonly string[], platform: string): readonly string[] {
  return ignoresCase(platform) ? names.map((name) => foldCase(name, platform)) : names
}

/** Where the disk usually ignores case, so does the list; whether the file is there is then asked of the disk. */
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
  // Only where the bits leave it open is the system asked: its refusal costs an exception.
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

/** Undefined where there is nothing, a broken link, or something that we may not look at. */
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
