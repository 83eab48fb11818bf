/** Network settings from environment variables. */

import { parseUrl } from '../../skill/text/parse-url.js'

export interface Proxies {
  readonly http?: string | undefined
  readonly https?: string | undefined
  /** Hosts, domains (`.example.com`) and `*` that bypass the proxy. */
  readonly exceptions: readonly string[]
}

export interface NetworkVariables {
  readonly proxies: Proxies
  /** The registry that `clawhub` refers to, and the variable that sets it. */
  readonly registry?: { readonly variable: string; readonly address: string } | undefined
}

export function readNetworkVariables(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): NetworkVariables {
  const read = (...names: readonly string[]) => names.map((name) => variables[name]).find((value) => value)
  const exceptions = read('no_proxy', 'NO_PROXY') ?? ''
  return {
    proxies: {
      // Under CGI, upper-case `HTTP_PROXY` could come from a request header; Metier never runs as CGI.
      http: read('http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'),
      https: read('https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'),
      exceptions: exceptions.split(/[\s,]+/).filter((entry) => entry !== ''),
    },
    registry: ['CLAWHUB_REGISTRY', 'CLAWDHUB_REGISTRY']
      .map((variable) => ({ variable, address: variables[variable] ?? '' }))
      .find(({ address }) => address !== ''),
  }
}

/** The variables that choose npm's configuration files and override them. */
export interface NpmVariables {
  readonly userFile: string | undefined
  readonly globalFile: string | undefined
  /** `registry` and `@scope:registry`. */
  readonly settings: ReadonlyMap<string, string>
  /** The value of `${NAME}` in the user's own file. */
  readonly expand: (name: string) => string | undefined
}

export function readNpmVariables(variables: Readonly<Record<string, string | undefined>> = process.env): NpmVariables {
  const settings = new Map<string, string>()
  for (const [name, value] of Object.entries(variables)) {
    const [, key] = /^npm_config_(.+)$/i.exec(name) ?? []
    if (key !== undefined && value) settings.set(key.toLowerCase(), value)
  }
  const prefix = settings.get('prefix') ?? variables.PREFIX
  return {
    userFile: settings.get('userconfig'),
    globalFile: settings.get('globalconfig') ?? (prefix ? `${prefix}/etc/npmrc` : undefined),
    settings,
    expand: (name) => variables[name],
  }
}

/** The proxy for a URL; undefined for a direct connection. */
export function proxyFor(url: URL, { http, https, exceptions }: Proxies): URL | undefined {
  const proxy = url.protocol === 'https:' ? https : http
  if (proxy === undefined || isException(url, exceptions)) return undefined
  const text = proxy.includes('://') ? proxy : `http://${proxy}`
  return parseUrl(text)
}

function isException(url: URL, exceptions: readonly string[]): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  return exceptions.some((entry) => {
    const [, host = '', wantedPort] = /^(.*?)(?::([0-9]+))?$/.exec(entry.toLowerCase()) ?? []
    if (entry === '*') return true
    if (wantedPort !== undefined && wantedPort !== port) return false
    const name = host.replace(/^\*?\./, '')
    return name !== '' && (url.hostname === name || url.hostname.endsWith(`.${name}`))
  })
}
