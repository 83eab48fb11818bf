// Sends requests over so many connections for a while, each connection one request after the other.
import { Agent, request } from 'node:http'

/** Gives requests per second, the median and the 99th percentile in milliseconds, and how many failed. */
export async function sendLoad({ urls, paths, connections, milliseconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times = []
  let errors = 0
  let bytes = 0
  let next = 0
  const end = performance.now() + milliseconds
  const work = async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      const at = next++
      const answer = await get(`${urls[at % urls.length]}${paths[at % paths.length]}`, agent)
      times.push(performance.now() - begun)
      bytes += answer.bytes
      if (answer.status !== 200) {
        errors++
        console.error(`${answer.status} ${paths[at % paths.length]}`)
      }
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: connections }, work))
  const seconds = (performance.now() - begun) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN
  return {
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    errors,
    megabytesPerSecond: bytes / seconds / 1e6,
  }
}

function get(address, agent) {
  return new Promise((resolve) => {
    const sent = request(address, { agent }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve({ status: answer.statusCode, bytes }))
      answer.on('error', () => resolve({ status: 0, bytes }))
    })
    sent.on('error', () => resolve({ status: 0, bytes: 0 }))
    sent.end()
  })
}
