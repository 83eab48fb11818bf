/** `metier-hub token create|list|revoke`. */

import { normaliseHandle } from '../../bundle/names.js'
import type { Database } from '../../database/database.js'
import { isScope, SCOPES } from '../../principals/principal.js'
import { issueToken, listTokens, revokeToken } from '../../principals/tokens.js'
import { createUser, findUser } from '../../principals/users.js'
import { type CommandInput, type CommandIo, DATA_OPTION, type HubCommand, textOption } from '../command.js'
import { withDatabase } from '../open-hub.js'

const DAY = 86_400_000

export const tokenCommand: HubCommand = {
  name: 'token',
  usage: 'create|list|revoke [ID]',
  summary: 'Make, list and revoke tokens',
  options: {
    ...DATA_OPTION,
    user: { type: 'string', value: 'HANDLE', description: 'Whose token; the user is created if there is none' },
    scope: {
      type: 'string',
      value: 'SCOPE',
      multiple: true,
      description: `What it allows: ${SCOPES.join(', ')}; publish by default`,
    },
    name: { type: 'string', value: 'TEXT', description: 'What it is for' },
    days: { type: 'string', value: 'N', description: 'When it expires; never by default' },
  },
  actions: ['create', 'list', 'revoke'],
  words: [1, 2],
  run: (input, io) =>
    withDatabase(
      input,
      io,
      async ({ database }) => {
        const [action, id] = input.words
        switch (action) {
          case 'create':
            return createToken(input, io, database)
          case 'list':
            return showTokens(io, database)
          default:
            return endToken(id, io, database)
        }
      },
      { creates: input.words[0] === 'create' },
    ),
}

async function createToken(input: CommandInput, io: CommandIo, database: Database): Promise<number> {
  const handle = textOption(input, 'user')
  if (handle === undefined) return misuse(io, '--user is missing')
  const given = input.options.scope
  const scopes = (Array.isArray(given) ? given.map(String) : ['publish']).flatMap((text) => text.split(','))
  const odd = scopes.find((scope) => !isScope(scope))
  if (odd !== undefined) return misuse(io, `'${odd}' is not a scope: use ${SCOPES.join(', ')}`)
  const days = textOption(input, 'days')
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days)) return misuse(io, `--days is '${days}': use a whole number`)
  const expiresAt = days === undefined ? undefined : new Date(Date.now() + Number(days) * DAY)
  const outcome = await database.transaction(async (sql) => {
    const known = await findUser(sql, normaliseHandle(handle))
    const user =
      known === undefined
        ? await createUser(sql, { handle: normaliseHandle(handle), actor: 'system' })
        : { ok: true as const, value: known }
    if (!user.ok) return user
    return issueToken(sql, {
      userId: user.value.id,
      name: textOption(input, 'name') ?? 'command line',
      scopes: scopes.filter(isScope),
      expiresAt,
      actor: 'system',
    })
  })
  if (!outcome.ok) {
    io.report(`error: ${outcome.refusal.message}\n`)
    return 1
  }
  io.report(`Token ${outcome.value.id} for @${normaliseHandle(handle)}, shown only now:\n`)
  io.print(`${outcome.value.text}\n`)
  return 0
}

function misuse(io: CommandIo, message: string): number {
  io.report(`error: ${message}\n`)
  return 2
}

async function showTokens(io: CommandIo, database: Database): Promise<number> {
  for (const { id, handle, name, hint, scopes, expiresAt, revokedAt, lastUsedAt } of await listTokens(database)) {
    const state =
      revokedAt !== null
        ? 'revoked'
        : expiresAt !== null && expiresAt.getTime() < Date.now()
          ? 'expired'
          : `last used ${lastUsedAt?.toISOString() ?? 'never'}${describeEnd(expiresAt)}`
    io.print(`${id}  @${handle}  ${name}  ${hint}  ${scopes.join(',')}  ${state}\n`)
  }
  return 0
}

function describeEnd(expiresAt: Date | null): string {
  return expiresAt === null ? '' : `, expires ${expiresAt.toISOString()}`
}

async function endToken(id: string | undefined, io: CommandIo, database: Database): Promise<number> {
  if (id === undefined || !/^\d{1,15}$/.test(id))
    return misuse(io, 'name the id of a token: metier-hub token list shows them')
  const by = { userId: 0, handle: 'system' }
  const revoked = await database.transaction((sql) => revokeToken(sql, Number(id), { by, ofAnybody: true }))
  if (!revoked.ok) {
    io.report(`error: ${revoked.refusal.message}\n`)
    return 1
  }
  io.print(`Revoked token ${id}\n`)
  return 0
}
