/** The migrations in their order. Append; never change or remove one that was released. */

import { FIRST } from './0001-first.js'

interface Migration {
  readonly name: string
  readonly sql: string
}

export const MIGRATIONS: readonly Migration[] = [{ name: '0001-first', sql: FIRST }]
