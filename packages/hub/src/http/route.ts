/** One route: what it takes and gives as schemas, from which requests are checked and the API document is made. */

import type { Static, TObject, TSchema } from 'typebox'
import type { Outcome } from '../outcome.js'
import type { Principal, Scope, Viewer } from '../principals/principal.js'
import type { HubContext } from './hub-context.js'
import type { RateBucket } from './rate-limit.js'

/** A successful answer. */
export interface HubAnswer {
  readonly status?: number
  readonly json?: unknown
  readonly text?: string
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

/** A request whose parts were checked against the schemas of its route. */
export interface HubRequest<Params, Query, Body, User = Viewer> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly viewer: Viewer
  /** The viewer of a route that needs a scope. */
  readonly user: User
  /** Where clients reach the hub: `https://hub.example`. */
  readonly origin: string
  readonly header: (name: string) => string | undefined
  /** The network address of the client. */
  readonly address: string
  readonly signal: AbortSignal
}

/** What the API document says of an answer. */
interface DescribedAnswer {
  readonly description: string
  readonly schema?: TSchema
  /** `application/json` if there is a schema, otherwise this. */
  readonly type?: string
}

/** A body that its route reads itself, and how the API document describes it. */
export interface RawBody {
  readonly description: string
  readonly mostBytes: number
  /** By media type; any bytes without a schema. */
  readonly content: Readonly<Record<string, TSchema | undefined>>
}

export interface RouteDefinition<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema | RawBody | undefined = TSchema | RawBody | undefined,
  Needed extends Scope | undefined = Scope | undefined,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `/api/v1/skills/:slug`. */
  readonly path: string
  readonly summary: string
  readonly tag: string
  /** The scope that a token needs; without one, anybody may ask. */
  readonly scope?: Needed
  /** Whether strangers may ask also if the hub is closed to them. */
  readonly isOpen?: boolean
  readonly bucket: RateBucket
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** By status. Refusals of every route are described once. */
  readonly answers: Readonly<Record<number, DescribedAnswer>>
  handle(
    request: HubRequest<Static<Params>, Static<Query>, BodyOf<Body>, Needed extends Scope ? Principal : undefined>,
    context: HubContext,
  ): Promise<Outcome<HubAnswer>>
}

type BodyOf<Body> = Body extends RawBody ? Uint8Array<ArrayBuffer> : Body extends TSchema ? Static<Body> : undefined

/** A route of any schemas, for the list of all. */
export type AnyRoute = RouteDefinition

/** Infers the types of a route's request from its schemas. */
export function defineRoute<
  const Params extends TObject = TObject<Record<never, never>>,
  const Query extends TObject = TObject<Record<never, never>>,
  const Body extends TSchema | RawBody | undefined = undefined,
  const Needed extends Scope | undefined = undefined,
>(route: RouteDefinition<Params, Query, Body, Needed>): AnyRoute {
  // The app checks each part with the schema of the same route before it calls `handle`.
  return route as unknown as AnyRoute
}

export function isRawBody(body: TSchema | RawBody | undefined): body is RawBody {
  return body !== undefined && 'mostBytes' in body
}
