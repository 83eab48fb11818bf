/** Valid paths inside a bundle, on every system that may unpack it; the same rules for all sources. */

export type EntryPathProblem =
  | 'traversal'
  | 'absolute'
  | 'drive'
  | 'backslash'
  | 'reserved_name'
  | 'dot_path'
  | 'bad_path'
  | 'path_too_long'

export interface Collision {
  readonly kind: 'duplicate' | 'case_collision' | 'unicode_collision' | 'file_and_folder'
  readonly first: string
  readonly second: string
}

/** Maximum bytes of a path and of a name: what common file systems can store, with room for a root. */
const LONGEST_PATH = 500
const LONGEST_NAME = 255
const DEEPEST = 32

// Control characters, and the line separators that only Unicode knows.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
/** Characters that some file systems ignore in comparisons: there, `.g<ZWNJ>it` is `.git`. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/u
const LONE_SURROGATE = /\p{Surrogate}/u
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:\.|$)/i
/** Windows' short names for long ones: `GIT~1`. */
const SHORT_NAME = /^[^.]{1,6}~[0-9]{1,6}(?:\..{0,3})?$/
const REPOSITORY = /^\.git$/i

/** What is wrong with a path in a skill's directory; undefined if nothing is. */
export function checkEntryPath(path: string): EntryPathProblem | undefined {
  if (path === '' || CONTROL.test(path) || IGNORED.test(path) || LONE_SURROGATE.test(path)) return 'bad_path'
  if (path.includes('\\')) return 'backslash'
  if (path.startsWith('/')) return 'absolute'
  if (/^[a-z]:/i.test(path)) return 'drive'
  const segments = path.split('/')
  if (utf8Length(path) > LONGEST_PATH || segments.length > DEEPEST) return 'path_too_long'
  for (const segment of segments) {
    const problem = checkSegment(segment)
    if (problem !== undefined) return problem
  }
  return undefined
}

function checkSegment(segment: string): EntryPathProblem | undefined {
  if (segment === '') return 'bad_path'
  if (segment === '..') return 'traversal'
  if (segment === '.' || REPOSITORY.test(segment)) return 'dot_path'
  if (utf8Length(segment) > LONGEST_NAME) return 'path_too_long'
  // On Windows a colon opens an alternate stream, and a trailing dot or space is dropped.
  if (DEVICE.test(segment) || SHORT_NAME.test(segment) || segment.includes(':')) return 'reserved_name'
  return /[. ]$|^ |[<>"|?*]/.test(segment) ? 'bad_path' : undefined
}

/** The first two paths that some file system would treat as one, or that cannot both exist. */
export function findCollision(paths: readonly string[]): Collision | undefined {
  const seen = new Map<string, string>()
  const folders = new Map<string, string>()
  for (const path of paths) {
    const key = foldPath(path)
    const other = seen.get(key)
    if (other !== undefined) return { kind: kindOf(other, path), first: other, second: path }
    seen.set(key, path)
    const clash = addFolders(path, folders)
    if (clash !== undefined) return { kind: kindOf(clash[0], clash[1]), first: clash[0], second: clash[1] }
  }
  for (const [key, folder] of folders) {
    const file = seen.get(key)
    if (file !== undefined) return { kind: 'file_and_folder', first: file, second: folder }
  }
  return undefined
}

/** Records every directory of a path; returns both spellings if one was known by another. */
function addFolders(path: string, folders: Map<string, string>): readonly [string, string] | undefined {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    const folder = path.slice(0, slash)
    const key = foldPath(folder)
    const known = folders.get(key)
    if (known !== undefined && known !== folder) return [known, folder]
    folders.set(key, folder)
  }
  return undefined
}

/** One spelling for all names that a case-insensitive or normalizing file system treats as equal. */
function foldPath(path: string): string {
  // Upper case before lower case: only then do `ß` and `SS`, `ſ` and `s` match.
  return path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}

function kindOf(first: string, second: string): Collision['kind'] {
  if (first === second) return 'duplicate'
  return first.normalize('NFC').toLowerCase() === second.normalize('NFC').toLowerCase() &&
    first.normalize('NFC') !== second.normalize('NFC')
    ? 'case_collision'
    : 'unicode_collision'
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}
