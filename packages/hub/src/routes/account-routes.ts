/** Who a token belongs to. */

import { Type } from 'typebox'
import { defineRoute } from '../http/route.js'
import { done } from '../outcome.js'
import { roleOf } from '../principals/principal.js'

export const whoamiRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/whoami',
  summary: 'The user of the token',
  tag: 'accounts',
  scope: 'read',
  bucket: 'read',
  answers: {
    200: {
      description: 'The user',
      schema: Type.Object({
        user: Type.Object({
          handle: Type.String(),
          displayName: Type.String(),
          image: Type.Null(),
          role: Type.String(),
          scopes: Type.Array(Type.String()),
        }),
      }),
    },
  },
  handle: async ({ user: viewer }) => {
    const { handle, displayName, scopes } = viewer
    const user = {
      handle,
      displayName: displayName === '' ? handle : displayName,
      image: null,
      role: roleOf(viewer),
      scopes,
    }
    return done({ json: { user } })
  },
})
