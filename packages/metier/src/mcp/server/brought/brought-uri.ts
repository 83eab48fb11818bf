/** `skill-server://SKILL/SERVER/URI`: a resource of a skill's server whose own URI is taken, or looks like one of Metier's. */

const SCHEME = 'skill-server://'

/** The server that a resource belongs to. */
interface UriServer {
  readonly skill: string
  readonly name: string
}

/** Whether a URI, or what a template can become, has a scheme of Metier's. */
export function isReserved(uri: string): boolean {
  return /^\s*(?:\{|skill(?:-server)?:)/i.test(uri)
}

/** The URI by which a client reads a resource of a server. */
export function composeUri({ skill, name }: UriServer, uri: string): string {
  return `${SCHEME}${encodeURIComponent(skill)}/${encodeURIComponent(name)}/${uri}`
}

/** The server that such a URI names, and the URI that the server knows; undefined for any other. */
export function readBroughtUri(uri: string): (UriServer & { readonly uri: string }) | undefined {
  if (!uri.startsWith(SCHEME)) return undefined
  const [skill = '', name = '', ...rest] = uri.slice(SCHEME.length).split('/')
  try {
    return { skill: decodeURIComponent(skill), name: decodeURIComponent(name), uri: rest.join('/') }
  } catch {
    return undefined
  }
}
