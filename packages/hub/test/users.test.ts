import { expect, test } from 'vitest'
import { ADMIN_TOKEN, startHub } from './support/hub.js'
import { makeUser } from './support/users.js'

test('the list of users has the scopes and the number of their valid tokens', async () => {
  const hub = await startHub()
  await makeUser(hub, 'alice', ['publish'])
  await makeUser(hub, 'mo', ['read', 'moderate'])
  await hub.database.query(
    "update tokens set revoked_at = now() where user_id = (select id from users where handle = 'mo')",
  )
  const answer = await hub.request('/api/hub/v1/users', { token: ADMIN_TOKEN })
  expect(await answer.json()).toMatchObject({
    users: [
      { handle: 'mo', scopes: [], tokens: 0 },
      { handle: 'alice', scopes: ['publish'], tokens: 1, lastUsedAt: null },
      { handle: 'admin', scopes: ['admin'], tokens: 1 },
    ],
  })
})
