/** A hub as a process of its own, from the built program. */

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { ADMIN_TOKEN } from './hub.js'

const PROGRAM = fileURLToPath(new URL('../../bin/metier-hub.js', import.meta.url))

export interface HubProcess {
  readonly url: string
  readonly child: ChildProcess
  /** Everything that it wrote to stdout, and to stderr. */
  readonly printed: () => string
  readonly journal: () => string
  request(path: string, init?: RequestInit): Promise<Response>
  /** As if its machine lost power. */
  kill(): Promise<void>
  /** As an operator ends it; gives its exit code. */
  stop(): Promise<number | null>
}

export async function startHubProcess(
  variables: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<HubProcess> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', ...words], {
    env: { PATH: process.env.PATH, METIER_HUB_ADMIN_TOKEN: ADMIN_TOKEN, METIER_HUB_RATE_LIMITS: 'false', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      const found = /Pages +(http:\S+)/.exec(out)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`The hub ended with ${code}: ${err}`)))
  })
  return {
    url,
    child,
    printed: () => out,
    journal: () => err,
    request: (path, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${ADMIN_TOKEN}`)
      return fetch(`${url}${path}`, { ...init, headers })
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    stop: () => {
      child.kill('SIGTERM')
      return exited
    },
  }
}
