/** The migrations in their order. Append; never change or remove one that was released. */

import { FIRST } from './0001-first.js'
import { DEVICE_CODES } from './0002-device-codes.js'
import { FORMER_NAMES } from './0003-former-names.js'
import { SEARCH_AUDIENCES } from './0004-search-audiences.js'
import { RARE_STATES } from './0005-rare-states.js'

interface Migration {
  readonly name: string
  readonly sql: string
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-first', sql: FIRST },
  { name: '0002-device-codes', sql: DEVICE_CODES },
  { name: '0003-former-names', sql: FORMER_NAMES },
  { name: '0004-search-audiences', sql: SEARCH_AUDIENCES },
  { name: '0005-rare-states', sql: RARE_STATES },
]
