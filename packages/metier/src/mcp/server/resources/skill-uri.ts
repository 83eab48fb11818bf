/** `skill://name/path`: the URIs of the files of a skill. */

const SCHEME = 'skill://'

/** The name of a skill's main file in URIs, however it is spelled on disk. */
export const MAIN_FILE = 'SKILL.md'

/** The URI of a file. */
export function fileUri(skill: string, path: string): string {
  return `${SCHEME}${[skill, ...path.split('/')].map((segment) => encodeURIComponent(segment)).join('/')}`
}

/** The URI of a directory, without a slash at its end. */
export function folderUri(skill: string, path: string): string {
  return path === '' ? `${SCHEME}${encodeURIComponent(skill)}` : fileUri(skill, path)
}

/** The parts of a URI. */
export interface UriParts {
  readonly name: string
  /** The path without a slash at either end; empty for the skill's own directory. */
  readonly path: string
}

/** The skill and the path that a URI names; undefined if it is not such a URI. */
export function readUri(uri: string): UriParts | undefined {
  if (!uri.startsWith(SCHEME)) return undefined
  const segments = uri.slice(SCHEME.length).replace(/\/$/, '').split('/').map(decodeSegment)
  const [name, ...path] = segments
  if (name === undefined || segments.some((segment) => segment === undefined || !isPlain(segment))) return undefined
  return { name, path: path.join('/') }
}

/** A decoded segment must be a single name. */
function isPlain(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..' && !/[/\\\0]/.test(segment)
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
