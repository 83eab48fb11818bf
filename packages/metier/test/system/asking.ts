/** Asks the HTTP client, without waiting between attempts and without following to strangers. */

import { createHttpClient, type HttpOptions, type HttpRequest } from '../../src/system/http/http.js'
import type { LoopbackServer } from '../servers/listen.js'

export async function get(url: string, options: HttpOptions = {}, request: Partial<HttpRequest> = {}) {
  const client = createHttpClient({ wait: async () => undefined, ...options })
  return await client.get({ url, mayFollow: ({ origin }) => origin === new URL(url).origin, ...request })
}

export async function outcome(...parameters: Parameters<typeof get>): Promise<string | number> {
  const answer = await get(...parameters)
  return answer.ok ? answer.value.status : answer.failure.code
}

export function allow(...servers: readonly LoopbackServer[]): HttpOptions {
  return { allowedHosts: servers.map(({ host }) => host) }
}
