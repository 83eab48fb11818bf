/** `skill://owner/slug/path`: the URIs of the files of a skill. */

const SCHEME = 'skill://'

export function fileUri({ owner, slug }: { readonly owner: string; readonly slug: string }, path: string): string {
  const segments = [owner, slug, ...path.split('/')].filter((segment) => segment !== '')
  return `${SCHEME}${segments.map((segment) => encodeURIComponent(segment)).join('/')}`
}

/** The skill and the path that a URI names; undefined if it is not such a URI. */
export function readUri(
  uri: string,
): { readonly owner: string; readonly slug: string; readonly path: string } | undefined {
  if (!uri.startsWith(SCHEME)) return undefined
  try {
    const segments = uri.slice(SCHEME.length).replace(/\/$/, '').split('/').map(decodeURIComponent)
    const [owner, slug, ...path] = segments
    if (owner === undefined || slug === undefined || !segments.every(isPlain)) return undefined
    return { owner, slug, path: path.join('/') }
  } catch {
    return undefined
  }
}

function isPlain(segment: string): boolean {
  return segment !== '' && segment !== '.' && segment !== '..' && !/[/\\\0]/.test(segment)
}
