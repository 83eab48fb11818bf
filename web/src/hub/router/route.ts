/** Which page of the hub an address stands for, and back. */

import { withParameters } from '../../router/route.js'

export type HubRoute =
  | { readonly page: 'catalogue' }
  | { readonly page: 'skill'; readonly slug: string; readonly owner: string | undefined }
  | { readonly page: 'moderation' }
  | { readonly page: 'owners' }
  | { readonly page: 'tokens' }
  | { readonly page: 'admin' }
  | { readonly page: 'device' }
  | { readonly page: 'sign-in' }
  | { readonly page: 'unknown' }

export type HubPage = HubRoute['page']

const PLAIN = ['moderation', 'owners', 'tokens', 'admin', 'device', 'sign-in'] as const

export function parseHubRoute(path: string): HubRoute {
  const [first, ...rest] = path.split('/').filter((part) => part !== '')
  if (first === undefined) return { page: 'catalogue' }
  if (first === 'skills') return parseSkill(rest.map(decode))
  const plain = PLAIN.find((page) => page === first)
  return plain === undefined || rest.length > 0 ? { page: 'unknown' } : { page: plain }
}

function parseSkill(parts: readonly (string | undefined)[]): HubRoute {
  const [first, second] = parts
  if (first === undefined || parts.length > 2) return { page: 'unknown' }
  if (parts.length === 1) return { page: 'skill', slug: first, owner: undefined }
  return second === undefined ? { page: 'unknown' } : { page: 'skill', slug: second, owner: first }
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** A skill by its name alone, or by its owner and name. */
export interface SkillAddress {
  readonly slug: string
  readonly owner: string
}

/** The address of a skill's page. */
export function toSkill({ owner, slug }: SkillAddress, parameters: Readonly<Record<string, string>> = {}): string {
  return withParameters(`/skills/${encodeURIComponent(owner)}/${encodeURIComponent(slug)}`, parameters)
}
