/** A server with TLS on loopback, and a proxy that leads there. */

import { createServer as createProxy } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect, type Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** For skills.example.com and other.example.com; made for these tests and of no use elsewhere. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBxTCCAWugAwIBAgIUS3qjPP3lrnfMzNGx7wZfWhIx4iwwCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSc2tpbGxzLmV4YW1wbGUuY29tMCAXDTI2MTExNjIxNTUyN1oY
DzIxMjYxMDIzMjE1NTI3WjAdMRswGQYDVQQDDBJza2lsbHMuZXhhbXBsZS5jb20w
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATYxZvABPw4cJwD42Mc5vEx0eiePytU
ls0h+/iCl695Me7qmVPcjqcqmbjbGhfREsLQCM7mRSCfEzEy+CArH8nRo4GGMIGD
MB0GA1UdDgQWBBS7HdvnMCNFjyRY0HrouRlso2xWBjAfBgNVHSMEGDAWgBS7Hdvn
MCNFjyRY0HrouRlso2xWBjAPBgNVHRMBAf8EBTADAQH/MDAGA1UdEQQpMCeCEnNr
aWxscy5leGFtcGxlLmNvbYIRb3RoZXIuZXhhbXBsZS5jb20wCgYIKoZIzj0EAwID
SAAwRQIgfC2YV1J8I4sFiNJ6UBMTjIn2mJWr9/M0bQ/qd0/9Q3YCIQDXrgQhrgx6
e89aNjKN3Rcj6YX1fJEmzE4Vy+z2x93e5w==
-----END CERTIFICATE-----
`

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwDtH81Bq96i9sCkM
nfuXyNQT+uGNZhPJIGgLdYvXyTmhRANCAATYxZvABPw4cJwD42Mc5vEx0eiePytU
ls0h+/iCl695Me7qmVPcjqcqmbjbGhfREsLQCM7mRSCfEzEy+CArH8nR
-----END PRIVATE KEY-----
`

/** Answers every path with a body or a redirect; the port it listens on. */
export async function startTls(answer: (path: string) => { readonly body?: string; readonly location?: string }) {
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    const { body = '', location } = answer(request.url ?? '/')
    response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location })
    response.end(body)
  })
  return await portOf(server)
}

/** A proxy whose tunnels all lead to one port of this machine; `seen` has what was asked for. */
export async function startTunnels(port: number) {
  const seen: string[] = []
  const server = createProxy()
  server.on('connect', (request, socket) => {
    seen.push(request.url ?? '')
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  return { seen, host: `127.0.0.1:${await portOf(server)}` }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
