/** The installs of all pages: few at a time, and none forever. */

import type { InstallView } from '../api/installs.js'
import type { FileView } from '../api/skill.js'
import { type RouteOutcome, refuseRequest } from '../http/problem.js'
import type { InstallContext } from './install-context.js'
import type { InstallWish } from './install-wish.js'
import { EXPIRY_MILLISECONDS, PendingInstall } from './pending-install.js'

export interface Installs {
  list(): readonly InstallView[]
  begin(wish: InstallWish): RouteOutcome<InstallView>
  find(id: string): RouteOutcome<PendingInstall>
  readFile(id: string, path: string): RouteOutcome<FileView>
  /** Cancels everything that waits. */
  close(): Promise<void>
}

/** Installs that run or wait at the same time, and all that are remembered. */
const MOST_PENDING = 8
const MOST_KEPT = 32
/** Progress is sent at most so often. */
const SEND_MILLISECONDS = 100
const LARGEST_SHOWN = 1024 * 1024

export function createInstalls(context: InstallContext): Installs {
  const all = new Map<string, PendingInstall>()
  const sending = new Map<string, NodeJS.Timeout>()
  const pending = () => [...all.values()].filter(({ isPending }) => isPending)
  const send = (install: PendingInstall) => {
    sending.delete(install.id)
    context.hub.send({ type: 'install', install: install.view })
  }
  const sendSoon = (install: PendingInstall) => {
    if (sending.has(install.id)) return
    sending.set(install.id, setTimeout(() => send(install), SEND_MILLISECONDS).unref())
  }
  const expire = () => {
    const now = Date.now()
    for (const [id, install] of all) {
      if (!install.isExpired(now)) continue
      if (install.isPending) void install.cancel().catch(context.options.onError)
      else all.delete(id)
    }
  }
  const expiry = setInterval(expire, EXPIRY_MILLISECONDS / 15).unref()
  const find = (id: string): RouteOutcome<PendingInstall> => {
    const install = all.get(id)
    if (install !== undefined) return { ok: true, value: install }
    return refuseRequest('not_found', 'This install is not known any more', ['Begin again'])
  }
  return {
    list: () => [...all.values()].map(({ view }) => view).reverse(),
    begin: (wish) => {
      if (pending().length >= MOST_PENDING) {
        return refuseRequest('busy', `${MOST_PENDING} installs are waiting already`, ['Agree or cancel some of them'])
      }
      const install = new PendingInstall(context, wish, sendSoon)
      all.set(install.id, install)
      const oldest = [...all.values()].find(({ isPending }) => !isPending)
      if (all.size > MOST_KEPT && oldest !== undefined) all.delete(oldest.id)
      return { ok: true, value: install.view }
    },
    find,
    readFile: (id, path) => {
      const install = find(id)
      if (!install.ok) return install
      const bytes = install.value.contents?.get(path)
      if (bytes === undefined) return refuseRequest('not_found', `'${path}' is not one of the files in quarantine`)
      return { ok: true, value: showFile(path, bytes) }
    },
    close: async () => {
      clearInterval(expiry)
      for (const timer of sending.values()) clearTimeout(timer)
      await Promise.all(pending().map((install) => install.cancel()))
    },
  }
}

function showFile(path: string, bytes: Uint8Array): FileView {
  const size = bytes.length
  if (size > LARGEST_SHOWN) return { kind: 'binary', path, size, message: `${path} is too large to show` }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.includes('\0')) return { kind: 'text', path, text }
  } catch {
    // Not text: its size says enough.
  }
  return { kind: 'binary', path, size, message: `${path} is not text (${size} bytes)` }
}
