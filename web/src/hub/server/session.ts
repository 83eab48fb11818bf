/** Who is signed in, for all parts of the pages. */

import { createContext, useContext } from 'react'
import type { SessionView } from '../../../../packages/hub/src/routes/views.js'

export const SessionContext = createContext<SessionView | undefined>(undefined)

/** The hub and its user. Pages are shown once it is known. */
export function useSession(): SessionView {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('A page is outside of its session')
  return session
}

/** What a signed-in user is; undefined for a stranger. */
export function useUser(): NonNullable<SessionView['user']> | undefined {
  return useSession().user ?? undefined
}
