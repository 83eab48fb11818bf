/** The keys that sign what the hub serves. A retired key signs nothing new; what it signed stays as it is. */

import { createSigningKeyPair, readSigningKeyPair, type SigningKeyPair } from 'metier/gate'
import { type Database, first, one, type Sql } from '../database/database.js'
import { appendLog } from '../log/audit-log.js'
import { done, type Outcome, refuse } from '../outcome.js'

export interface SigningKey {
  readonly id: number
  readonly fingerprint: string
  readonly publicKey: string
  readonly createdAt: Date
  readonly retiredAt: Date | null
}

const COLUMNS = 'id, fingerprint, public_key as "publicKey", created_at as "createdAt", retired_at as "retiredAt"'

/** The key that signs now. The first one is made when it is needed. */
export async function currentKey(sql: Sql): Promise<SigningKey & { readonly privateKey: string }> {
  const known = await first<SigningKey & { privateKey: string }>(
    sql,
    `select ${COLUMNS}, private_key as "privateKey" from signing_keys where retired_at is null order by id desc limit 1`,
  )
  if (known !== undefined) return known
  // Two processes may come here at once; the log's head lets one of them through first.
  await sql.query('select number from log_head for update')
  const made = await first<{ id: number }>(sql, 'select id from signing_keys where retired_at is null')
  if (made === undefined) await insertKey(sql, createSigningKeyPair(), 'system')
  return currentKey(sql)
}

async function insertKey(sql: Sql, pair: SigningKeyPair, actor: string): Promise<SigningKey> {
  const { fingerprint, publicKey, privateKey } = pair
  const key = await one<SigningKey>(
    sql,
    `insert into signing_keys (fingerprint, public_key, private_key) values ($1, $2, $3) returning ${COLUMNS}`,
    [fingerprint, publicKey, privateKey],
  )
  await appendLog(sql, { actor, action: 'key.create', subject: fingerprint, details: {} })
  return key
}

/** Retires the key that signs now, and takes a new one, or one of the operator's own in PEM. */
export function rotateKey(database: Database, actor: string, privateKey?: string): Promise<Outcome<SigningKey>> {
  const pair = privateKey === undefined ? createSigningKeyPair() : readSigningKeyPair(privateKey)
  if (pair === undefined) {
    return Promise.resolve(refuse('invalid', 'The file is not a private Ed25519 or ECDSA key in PEM'))
  }
  return database.transaction(async (sql) => {
    // Of two rotations at once, the second one retires the key of the first.
    await sql.query('select number from log_head for update')
    const known = await first(sql, 'select 1 from signing_keys where fingerprint = $1', [pair.fingerprint])
    if (known !== undefined) return refuse('conflict', `The key ${pair.fingerprint} was used before`)
    await sql.query('update signing_keys set retired_at = now() where retired_at is null')
    return done(await insertKey(sql, pair, actor))
  })
}

export function listKeys(sql: Sql): Promise<readonly SigningKey[]> {
  return sql.query<SigningKey>(`select ${COLUMNS} from signing_keys order by id desc`)
}
