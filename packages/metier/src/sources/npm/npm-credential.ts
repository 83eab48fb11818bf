/** The credential for a URL: the one whose `//host/path/` is the longest beginning of it. */

const KINDS = ['_authToken', '_auth', '_password'] as const

export function credentialOf(settings: ReadonlyMap<string, string>, url: URL): string | undefined {
  for (let path = url.pathname; ; path = parentOf(path)) {
    const found = KINDS.map((kind) => headerOf(settings, `//${url.host}${path}`, kind)).find((header) => header)
    if (found !== undefined || path === '/') return found
  }
}

/** `/a/b` and `/a/b/` both continue with `/a/`. */
function parentOf(path: string): string {
  const inner = path.endsWith('/') ? path.slice(0, -1) : path
  return inner.slice(0, inner.lastIndexOf('/') + 1)
}

function headerOf(
  settings: ReadonlyMap<string, string>,
  place: string,
  kind: (typeof KINDS)[number],
): string | undefined {
  const value = settings.get(`${place}:${kind}`) ?? settings.get(`${place.replace(/\/$/, '')}:${kind}`)
  const header = value === undefined ? undefined : composeHeader(settings, place, kind, value)
  // A variable that is not set, or a line break, is not a credential.
  return header !== undefined && /^[\x20-\x7e]+$/.test(header) && !header.includes('${') ? header : undefined
}

function composeHeader(
  settings: ReadonlyMap<string, string>,
  place: string,
  kind: (typeof KINDS)[number],
  value: string,
): string | undefined {
  if (value === '' || value.includes('${')) return undefined
  if (kind === '_authToken') return `Bearer ${value}`
  if (kind === '_auth') return `Basic ${value}`
  const user = settings.get(`${place}:username`)
  if (user === undefined) return undefined
  const password = Buffer.from(value, 'base64').toString('utf8')
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
