/** The names that skills, owners and tags may have. */

const SLUG = /^[a-z0-9](?:(?!--)[a-z0-9-])*[a-z0-9]$/
const HANDLE = /^[a-z0-9](?:[a-z0-9._-]{0,38}[a-z0-9])?$/
const TAG = /^[a-z][a-z0-9._-]{0,63}$/
const SHORTEST_SLUG = 2
/** The specification of skills allows no longer name. */
const LONGEST_SLUG = 64

/** Names that are parts of addresses, or that a reader would take for the hub's own. */
const RESERVED: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'api',
  'assets',
  'auth',
  'clawhub',
  'download',
  'healthz',
  'hub',
  'install',
  'login',
  'logout',
  'mcp',
  'metier',
  'metier-hub',
  'metrics',
  'moderation',
  'moderator',
  'official',
  'readyz',
  'root',
  'search',
  'skills',
  'staff',
  'system',
  'tokens',
  'users',
  'verified',
  'versions',
])

/** Why a slug cannot be used; undefined if it can. */
export function findSlugProblem(slug: string): string | undefined {
  if (slug.length < SHORTEST_SLUG || slug.length > LONGEST_SLUG || !SLUG.test(slug)) {
    return `'${slug.slice(0, 80)}' is not a valid slug: use 2 to ${LONGEST_SLUG} lower-case letters, digits and single hyphens`
  }
  return RESERVED.has(slug) ? `'${slug}' is reserved: choose another slug` : undefined
}

/** Why a name cannot be the handle of a user or a team; undefined if it can. */
export function findHandleProblem(text: string): string | undefined {
  const named = `'${text.slice(0, 80)}'`
  if (RESERVED.has(text)) return `${named} is reserved: choose another handle`
  if (HANDLE.test(text)) return undefined
  return `${named} is not a valid handle: use up to 40 lowercase letters, digits, dots, hyphens and underscores`
}

export function isTag(text: string): boolean {
  return TAG.test(text)
}

/** As addresses and commands spell an owner: `@Acme` is `acme`. */
export function normaliseHandle(text: string): string {
  return text.replace(/^@/, '').toLowerCase()
}
