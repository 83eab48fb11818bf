/** Which page an address stands for, and back. Everything a page shows is in its address, so it can be kept and shared. */

export type Route =
  | { readonly page: 'overview' }
  | { readonly page: 'skills' }
  | { readonly page: 'skill'; readonly name: string }
  | { readonly page: 'routing' }
  | { readonly page: 'tools' }
  | { readonly page: 'install' }
  | { readonly page: 'activity' }
  | { readonly page: 'unknown' }

export type PageName = Route['page']

const PLAIN = ['skills', 'routing', 'tools', 'install', 'activity'] as const

/** Reads the path of an address. */
export function parseRoute(path: string): Route {
  const [first = '', second, ...rest] = path.split('/').filter((part) => part !== '')
  if (first === '') return { page: 'overview' }
  if (first === 'skills' && second !== undefined && rest.length === 0) {
    const name = decode(second)
    return name === undefined ? { page: 'unknown' } : { page: 'skill', name }
  }
  const plain = PLAIN.find((page) => page === first)
  return plain === undefined || second !== undefined ? { page: 'unknown' } : { page: plain }
}

/** The path of a skill's page. */
export function skillPath(name: string, parameters: Readonly<Record<string, string>> = {}): string {
  return withParameters(`/skills/${encodeURIComponent(name)}`, parameters)
}

/** A path with parameters; an empty one is left out, so that equal states have equal addresses. */
export function withParameters(path: string, parameters: Readonly<Record<string, string>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  if (given.length === 0) return path
  return `${path}?${new URLSearchParams(given).toString()}`
}

/** Parameters after a change; an empty value removes its key. */
export function changeParameters(search: string, changes: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams(search)
  for (const [key, value] of Object.entries(changes)) {
    if (value === '') parameters.delete(key)
    else parameters.set(key, value)
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
