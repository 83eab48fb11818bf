/** Who asks, and what they may do. */

/** What a token allows. Each scope includes those before it in `SCOPES`, except that `moderate` does not publish. */
export const SCOPES = ['read', 'publish', 'moderate', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

const INCLUDED: Readonly<Record<Scope, readonly Scope[]>> = {
  read: ['read'],
  publish: ['read', 'publish'],
  moderate: ['read', 'moderate'],
  admin: ['read', 'publish', 'moderate', 'admin'],
}

export interface Principal {
  readonly userId: number
  readonly handle: string
  readonly displayName: string
  readonly tokenId: number
  readonly scopes: readonly Scope[]
  /** When the token expires; null if never. */
  readonly expiresAt: Date | null
}

/** Undefined for a request without a token. */
export type Viewer = Principal | undefined

export function may(viewer: Viewer, scope: Scope): boolean {
  return viewer?.scopes.some((own) => INCLUDED[own].includes(scope)) ?? false
}

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}

/** The strongest of its scopes, as `whoami` shows it. */
export function roleOf(viewer: Principal): 'admin' | 'moderator' | 'user' {
  if (may(viewer, 'admin')) return 'admin'
  return may(viewer, 'moderate') ? 'moderator' : 'user'
}
