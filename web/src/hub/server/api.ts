/** Every request of the pages, with the types of the hub's own schemas. Types only: no code of the server is in the pages. */

import type {
  DecidedLoginView,
  DeviceLoginView,
  HubSkillView,
  ListedSkill,
  LogCheckView,
  OwnersView,
  RescanView,
  SessionView,
  SummaryView,
  TokenView,
  UnlistedView,
  UsersView,
  VersionsView,
  WaitingView,
} from '../../../../packages/hub/src/routes/views.js'

interface Named {
  readonly slug: string
  readonly owner?: string | undefined
}

export interface FoundSkill {
  readonly slug: string
  readonly displayName: string
  readonly summary: string
  readonly version: string | null
  readonly downloads: number
  readonly updatedAt: number
  readonly ownerHandle: string
}

export type ListedVersion = VersionsView['versions'][number]
export type UnlistedSkill = UnlistedView['skills'][number]
export type HubUser = UsersView['users'][number]

interface HubKey {
  readonly id: number
  readonly fingerprint: string
  readonly createdAt: string
  readonly retiredAt: string | null
}

export interface HubLogEntry {
  readonly number: number
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
  readonly hash: string
}

type Endpoint<Input, Answer> = { readonly input: Input; readonly answer: Answer }
type Nothing = Readonly<Record<never, never>>

/** `:name` is part of the path; of a request with a body, what comes after `?` is part of the query. */
interface HubApi {
  readonly 'GET /api/hub/v1/session': Endpoint<Nothing, SessionView>
  readonly 'POST /api/hub/v1/session': Endpoint<{ readonly token: string }, SessionView>
  readonly 'DELETE /api/hub/v1/session': Endpoint<Nothing, SessionView>
  readonly 'GET /api/v1/search': Endpoint<
    { readonly q: string; readonly limit: number },
    { readonly results: readonly FoundSkill[] }
  >
  readonly 'GET /api/v1/skills': Endpoint<
    { readonly sort: string; readonly limit: number; readonly cursor?: string; readonly owner?: string },
    { readonly items: readonly ListedSkill[]; readonly nextCursor: string | null }
  >
  readonly 'GET /api/hub/v1/skills/:slug': Endpoint<Named & { readonly version?: string | undefined }, HubSkillView>
  readonly 'GET /api/hub/v1/skills/:slug/versions': Endpoint<Named, VersionsView>
  readonly 'GET /api/hub/v1/unlisted': Endpoint<Nothing, UnlistedView>
  readonly 'DELETE /api/v1/skills/:slug': Endpoint<Named, object>
  readonly 'POST /api/v1/skills/:slug/undelete?owner': Endpoint<Named, object>
  readonly 'POST /api/v1/skills/:slug/rename?owner': Endpoint<
    Named & { readonly newSlug: string },
    { readonly slug: string }
  >
  readonly 'PUT /api/v1/skills/:slug/visibility?owner': Endpoint<
    Named & { readonly visibility: 'public' | 'private' },
    object
  >
  readonly 'PUT /api/v1/skills/:slug/tags/:tag?owner': Endpoint<
    Named & { readonly tag: string; readonly version: string },
    object
  >
  readonly 'DELETE /api/v1/skills/:slug/tags/:tag': Endpoint<Named & { readonly tag: string }, object>
  readonly 'DELETE /api/v1/skills/:slug/versions/:version': Endpoint<
    Named & { readonly version: string; readonly reason?: string | undefined },
    object
  >
  readonly 'GET /api/v1/skills/:slug/file': Endpoint<
    Named & { readonly version: string; readonly path: string; readonly preview: 1 },
    string
  >
  readonly 'PUT /api/hub/v1/skills/:slug/hidden?owner': Endpoint<Named & { readonly reason: string | null }, object>
  readonly 'GET /api/hub/v1/moderation': Endpoint<
    { readonly status?: 'rejected' },
    { readonly waiting: readonly WaitingView[] }
  >
  readonly 'POST /api/hub/v1/moderation/:id': Endpoint<
    { readonly id: number; readonly decision: 'approve' | 'reject'; readonly reason: string },
    { readonly status: string }
  >
  readonly 'GET /api/hub/v1/tokens': Endpoint<{ readonly all?: 1 }, { readonly tokens: readonly TokenView[] }>
  readonly 'POST /api/hub/v1/tokens': Endpoint<
    {
      readonly name: string
      readonly scopes: readonly string[]
      readonly days?: number | undefined
      readonly user?: string | undefined
    },
    { readonly id: number; readonly token: string }
  >
  readonly 'DELETE /api/hub/v1/tokens/:id': Endpoint<{ readonly id: number }, object>
  readonly 'POST /api/hub/v1/device/lookup': Endpoint<{ readonly userCode: string }, DeviceLoginView>
  readonly 'POST /api/hub/v1/device/decision': Endpoint<
    {
      readonly userCode: string
      readonly decision: 'approve' | 'deny'
      readonly scopes?: readonly string[]
      readonly days?: number
    },
    DecidedLoginView
  >
  readonly 'GET /api/hub/v1/owners': Endpoint<{ readonly all?: 1 }, OwnersView>
  readonly 'POST /api/hub/v1/owners': Endpoint<
    { readonly handle: string; readonly displayName?: string },
    { readonly handle: string }
  >
  readonly 'PUT /api/hub/v1/owners/:handle/members/:user': Endpoint<
    { readonly handle: string; readonly user: string; readonly role: 'reader' | 'publisher' | null },
    object
  >
  readonly 'GET /api/hub/v1/users': Endpoint<Nothing, UsersView>
  readonly 'POST /api/hub/v1/users': Endpoint<
    { readonly handle: string; readonly displayName?: string },
    { readonly handle: string }
  >
  readonly 'DELETE /api/hub/v1/users/:handle': Endpoint<{ readonly handle: string }, object>
  readonly 'GET /api/hub/v1/keys': Endpoint<Nothing, { readonly keys: readonly HubKey[] }>
  readonly 'GET /api/hub/v1/log': Endpoint<
    { readonly before?: number | undefined },
    { readonly entries: readonly HubLogEntry[] }
  >
  readonly 'GET /api/hub/v1/log/check': Endpoint<Nothing, LogCheckView>
  readonly 'GET /api/hub/v1/summary': Endpoint<Nothing, SummaryView>
  readonly 'GET /api/hub/v1/rescan': Endpoint<Nothing, RescanView>
  readonly 'POST /api/hub/v1/rescan': Endpoint<Nothing, { readonly queued: number }>
}

export type HubEndpoint = keyof HubApi
/** What changes the hub. */
export type HubActionName = Exclude<HubEndpoint, `GET ${string}`>
export type HubInput<Name extends HubEndpoint> = HubApi[Name]['input']
export type HubAnswered<Name extends HubEndpoint> = HubApi[Name]['answer']
