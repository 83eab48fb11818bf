/** One route of the API, typed by the definition that the pages use. */

import type { EndpointAnswer, EndpointInput, EndpointName } from '../api/endpoints.js'
import type { DashboardContext, RequestSource } from '../dashboard-context.js'
import type { InputReader } from '../http/input.js'
import type { RouteOutcome } from '../http/problem.js'

/** Reads the input of an endpoint, and answers it. */
export interface Route<Name extends EndpointName> {
  readonly input: InputReader<EndpointInput<Name>>
  answer(
    input: EndpointInput<Name>,
    context: DashboardContext,
    source: RequestSource,
  ): Promise<RouteOutcome<EndpointAnswer<Name>>> | RouteOutcome<EndpointAnswer<Name>>
}

/** A route for each of these endpoints: a missing or wrong one is a compile error. */
export type RouteTable<Name extends EndpointName = EndpointName> = { readonly [Each in Name]: Route<Each> }

/** A route that has no input. */
export const NO_INPUT = {}
