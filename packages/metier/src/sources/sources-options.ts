/** Options for sources, and their defaults. */

import type { GateTools } from '../gate/bundle.js'
import { parseUrl } from '../skill/text/parse-url.js'
import { createHttpClient, type HttpClient, type HttpOptions } from '../system/http/http.js'
import { readNetworkVariables } from '../system/http/network-variables.js'
import { createGateTools } from '../system/scan-process/gate-tools.js'
import { type HubTokenOptions, withTokens } from './hub/hub-tokens.js'

export interface SourcesOptions {
  /** The URL of the registry that `clawhub` refers to; defaults to `CLAWHUB_REGISTRY`, then to ClawHub itself. */
  readonly registry?: string | undefined
  /** URLs of further registries in the user's configuration; these may be private. */
  readonly registries?: Readonly<Record<string, string>> | undefined
  /** `host` or `host:port` that may be reached without https and on private addresses. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Mirrors for code hosts: `{ 'github.com': 'https://mirror.example.com' }`. */
  readonly mirrors?: Readonly<Record<string, string>> | undefined
  /** Allows git repositories on this machine: `file://` and `git+file://`. Off by default. */
  readonly allowsFileUrls?: boolean | undefined
  /** The git program; looked up on PATH if omitted, disabled if `false`. */
  readonly git?: string | false | undefined
  /** Replaces the process's environment variables: proxies, `CLAWHUB_REGISTRY`, `PATH`. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined
  /** The directories whose `.npmrc` files are read: the user's, and the project's. */
  readonly npm?: { readonly home?: string | undefined; readonly workdir?: string | undefined } | undefined
  /** The tokens for registries that need one: those of `metier login`, and one for a single origin. */
  readonly hubs?: HubTokenOptions | undefined
  /** Limits, name lookup and waiting for the HTTP client. */
  readonly http?: Omit<HttpOptions, 'allowedHosts' | 'proxies'> | undefined
}

export interface SettledOptions {
  /** The URL of `clawhub`. */
  readonly registry: string
  /** Whether that URL was configured as the API itself, so the site is not asked for its location. */
  readonly isRegistryGiven: boolean
  /** The variable it came from, if any. */
  readonly registryVariable: string | undefined
  readonly http: HttpClient
  /** Sends the user's tokens to the registries that they are for. */
  readonly registryHttp: HttpClient
  readonly tools: GateTools
  readonly mirrors: Readonly<Record<string, string>>
  readonly git: string | false | undefined
  readonly variables: Readonly<Record<string, string | undefined>> | undefined
}

const DEFAULT_REGISTRY = 'https://clawhub.ai'

export function settleOptions(options: SourcesOptions): SettledOptions {
  const network = readNetworkVariables(options.variables)
  const given = options.registry ?? network.registry?.address
  const registry = given ?? DEFAULT_REGISTRY
  const configured = [registry, ...Object.values(options.registries ?? {}), ...Object.values(options.mirrors ?? {})]
  const allowedHosts = [...(options.allowedHosts ?? []), ...configured.flatMap(hostOf)]
  const http = createHttpClient({ ...options.http, allowedHosts, proxies: network.proxies })
  return {
    registry,
    isRegistryGiven: given !== undefined,
    registryVariable: options.registry === undefined ? network.registry?.variable : undefined,
    http,
    registryHttp: withTokens(http, options.hubs),
    tools: createGateTools(),
    mirrors: options.mirrors ?? {},
    git: options.git,
    variables: options.variables,
  }
}

function hostOf(address: string): readonly string[] {
  return parseUrl(address) !== undefined ? [new URL(address).host] : []
}
