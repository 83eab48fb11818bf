/** What a host or a configuration may say about sources, and what holds where it says nothing. */

import type { GateTools } from '../gate/bundle.js'
import { createHttpClient, type HttpClient, type HttpOptions } from '../system/http/http.js'
import { readNetworkVariables } from '../system/http/network-variables.js'
import { createGateTools } from '../system/scan-process/gate-tools.js'

export interface SourcesOptions {
  /** The address of the registry that `clawhub` stands for; else `CLAWHUB_REGISTRY`, else ClawHub's own. */
  readonly registry?: string | undefined
  /** Addresses of further registries that the user's configuration names: they may be private. */
  readonly registries?: Readonly<Record<string, string>> | undefined
  /** `host` or `host:port` that may be reached without https and on private addresses. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Where the repositories of a host are fetched instead: `{ 'github.com': 'https://mirror.example.com' }`. */
  readonly mirrors?: Readonly<Record<string, string>> | undefined
  /** The git program; looked up on PATH where it is left out, and not used where it is `false`. */
  readonly git?: string | false | undefined
  /** Stands for the process's variables: proxies, `CLAWHUB_REGISTRY`, `PATH`. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined
  /** Limits, name lookup and waiting of the HTTP client. */
  readonly http?: Omit<HttpOptions, 'allowedHosts' | 'proxies'> | undefined
}

export interface SettledOptions {
  /** Where `clawhub` is. */
  readonly registry: string
  /** Whether somebody gave that address as the interface's own, so that its site is not asked where it is. */
  readonly isRegistryGiven: boolean
  /** The variable that gave it, where one did. */
  readonly registryVariable: string | undefined
  readonly http: HttpClient
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
  return {
    registry,
    isRegistryGiven: given !== undefined,
    registryVariable: options.registry === undefined ? network.registry?.variable : undefined,
    http: createHttpClient({ ...options.http, allowedHosts, proxies: network.proxies }),
    tools: createGateTools(),
    mirrors: options.mirrors ?? {},
    git: options.git,
    variables: options.variables,
  }
}

function hostOf(address: string): readonly string[] {
  return URL.canParse(address) ? [new URL(address).host] : []
}
