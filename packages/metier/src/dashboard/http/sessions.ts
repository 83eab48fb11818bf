/** Exchanges the token of the printed address for a cookie, and knows the cookies that it has given. */

import { randomBytes, timingSafeEqual } from 'node:crypto'

export interface PageSessions {
  /** A `Set-Cookie` value for the right token; undefined for another one. */
  open(token: string): string | undefined
  /** Whether a `Cookie` header has a session of this server. */
  isKnown(cookies: string | undefined): boolean
}

const MOST_SESSIONS = 64
const ID_BYTES = 32
const LONGEST_HEADER = 16_384

/** Browsers send a cookie to every port of a host, so its name has the port. */
export function createPageSessions(token: string, port: number): PageSessions {
  const name = `metier_page_${port}`
  const ids = new Set<string>()
  return {
    open: (given) => {
      if (!isSame(given, token)) return undefined
      const id = randomBytes(ID_BYTES).toString('base64url')
      ids.add(id)
      for (const oldest of ids) {
        if (ids.size <= MOST_SESSIONS) break
        ids.delete(oldest)
      }
      return `${name}=${id}; Path=/; HttpOnly; SameSite=Strict`
    },
    isKnown: (cookies = '') => {
      if (cookies.length > LONGEST_HEADER) return false
      return cookies.split(';').some((cookie) => {
        const [key = '', value = ''] = cookie.trim().split('=', 2)
        return key === name && ids.has(value)
      })
    },
  }
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
