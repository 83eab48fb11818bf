/** A connection through a proxy: CONNECT, then TLS to the real host. */

import { Buffer } from 'node:buffer'
import { type ClientRequest, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, rootCertificates, type TLSSocket } from 'node:tls'
import { HttpProblem } from './http-problem.js'
import type { Hop } from './http-request.js'

export function proxyHeaders(proxy: URL): Readonly<Record<string, string>> {
  if (proxy.username === '') return {}
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}

/** A request to a proxy, which must use http or https. */
export function requestThrough(proxy: URL, options: RequestOptions): ClientRequest {
  if (!/^https?:$/.test(proxy.protocol)) {
    throw new HttpProblem('source_unavailable', `Unsupported proxy ${proxy.protocol}//${proxy.host}`, {
      suggestions: ['Use a proxy URL that starts with http:// or https://'],
    })
  }
  const isSecure = proxy.protocol === 'https:'
  const port = proxy.port === '' ? (isSecure ? 443 : 80) : Number(proxy.port)
  const host = proxy.hostname.replace(/^\[|\]$/g, '')
  if (!isSecure) return requestHttp({ ...options, host, port, agent: false })
  // Otherwise the name in the `host` header would be looked for in the proxy's certificate.
  return requestHttps({ ...options, host, port, agent: false, servername: isIP(host) === 0 ? host : '' })
}

/** Connection options that trust additional certificates. Setting `ca` replaces the defaults, so it repeats them. */
export function trusting(certificates: string | undefined): { readonly ca?: string[] } {
  return certificates === undefined ? {} : { ca: [...rootCertificates, certificates] }
}

/** A TLS connection to the hop's host through the proxy. */
export async function openTunnel(hop: Hop, proxy: URL, signal: AbortSignal): Promise<TLSSocket> {
  const host = hop.url.hostname.replace(/^\[|\]$/g, '')
  const port = hop.url.port === '' ? '443' : hop.url.port
  const socket = await connectThrough(proxy, `${hop.url.hostname}:${port}`, hop, signal)
  return connectTls({ socket, servername: host, ...trusting(hop.certificates) })
}

function connectThrough(proxy: URL, target: string, hop: Hop, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const headers = { host: target, ...proxyHeaders(proxy) }
    const options = { method: 'CONNECT', path: target, signal, headers, ...trusting(hop.certificates) }
    const request = requestThrough(proxy, options)
    request.setTimeout(hop.limits.idleMilliseconds, () => request.destroy(new Error('the proxy did not respond')))
    request.on('connect', (response, socket: Socket) => {
      if (response.statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(
        new HttpProblem(
          'source_unavailable',
          `The proxy ${proxy.host} refused the connection (${response.statusCode})`,
        ),
      )
    })
    request.on('error', reject)
    request.end()
  })
}
