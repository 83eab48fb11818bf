/** A connection through a proxy: CONNECT, then TLS to the real host inside it. */

import { Buffer } from 'node:buffer'
import { request as requestHttp } from 'node:http'
import type { Socket } from 'node:net'
import { connect as connectTls, rootCertificates, type TLSSocket } from 'node:tls'
import { HttpProblem } from './http-problem.js'
import type { Hop } from './http-request.js'

export function proxyHeaders(proxy: URL): Readonly<Record<string, string>> {
  if (proxy.username === '') return {}
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}

/** The option of a connection that trusts further certificates: naming any takes the place of the usual ones. */
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
    const request = requestHttp({
      method: 'CONNECT',
      host: proxy.hostname,
      port: proxy.port === '' ? 80 : Number(proxy.port),
      path: target,
      agent: false,
      signal,
      headers: { host: target, ...proxyHeaders(proxy) },
    })
    request.setTimeout(hop.limits.idleMilliseconds, () => request.destroy(new Error('the proxy does not answer')))
    request.on('connect', (response, socket: Socket) => {
      if (response.statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new HttpProblem('source_unavailable', `The proxy ${proxy.host} refused (${response.statusCode})`))
    })
    request.on('error', reject)
    request.end()
  })
}
