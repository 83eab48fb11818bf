/** Hosts and paths for trust comparisons: parsed once, in one spelling, or rejected. */

import { parseUrl } from '../skill/text/parse-url.js'

export interface HostPath {
  /** Lower case, without a trailing dot, in ASCII; `*` only as the first label. */
  readonly labels: readonly string[]
  /** Empty for the default, 443. */
  readonly port: string
  readonly segments: readonly string[]
}

/** Hosts with case-insensitive paths. */
const CASELESS_HOSTS = new Set(['github.com', 'gitlab.com', 'bitbucket.org'])

/** Parses `host[:port][/path]`; undefined if two readers could disagree about it. */
export function parseHostPath(text: string): HostPath | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u0020\u007f\\?#%]/.test(text)) return undefined
  const slash = text.indexOf('/')
  const authority = slash < 0 ? text : text.slice(0, slash)
  // In a host it would be a user name; in a path it starts the scope of a package.
  if (authority.includes('@') || /[^/]@/.test(text)) return undefined
  const host = parseAuthority(authority)
  if (host === undefined) return undefined
  const rest = slash < 0 ? '' : text.slice(slash + 1).replace(/\/$/, '')
  const segments = rest === '' ? [] : rest.split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return undefined
  const isCaseless = CASELESS_HOSTS.has(host.labels.join('.'))
  return { ...host, segments: isCaseless ? segments.map((segment) => segment.toLowerCase()) : segments }
}

function parseAuthority(authority: string): Pick<HostPath, 'labels' | 'port'> | undefined {
  const isWild = authority.startsWith('*.')
  const url = parseUrl(`https://${isWild ? authority.slice(2) : authority}/`)
  if (url === undefined || url.hostname === '' || url.username !== '' || url.pathname !== '/') return undefined
  if (authority.endsWith(':')) return undefined
  const host = url.hostname.replace(/\.$/, '')
  const labels = host.startsWith('[') ? [host] : host.split('.')
  if (labels.some((label) => label === '' || label.includes('*'))) return undefined
  return { labels: isWild ? ['*', ...labels] : labels, port: url.port }
}
