/** Users with tokens. */

import { expect } from 'vitest'
import { ADMIN_TOKEN, type TestHub } from './hub.js'

/** Creates a user, and gives the text of a token. */
export async function makeUser(hub: TestHub, handle: string, scopes: readonly string[] = ['publish']): Promise<string> {
  const post = (body: object) => ({ method: 'POST', token: ADMIN_TOKEN, body: JSON.stringify(body) })
  expect((await hub.request('/api/hub/v1/users', post({ handle }))).status).toBe(200)
  const answer = await hub.request('/api/hub/v1/tokens', post({ user: handle, name: 'laptop', scopes }))
  return ((await answer.json()) as { readonly token: string }).token
}
