/** How a server calls itself, from what its host said. */

import type { Introduction } from './build-server.js'
import type { McpServerOptions } from './options.js'
import type { Sdk } from './sdk.js'

export function introduce(sdk: Sdk, options: Pick<McpServerOptions, 'name' | 'version' | 'onError'>): Introduction {
  const { name = 'metier', version = '0.0.0', onError } = options
  return {
    sdk,
    name,
    version,
    reportError: (error) => onError?.(error instanceof Error ? error : new Error(String(error))),
  }
}
