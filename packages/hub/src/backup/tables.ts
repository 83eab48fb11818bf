/** The tables of a backup, in an order in which they can be filled, each with the order of its rows. */

export interface BackupTable {
  readonly name: string
  readonly order: string
  /** Whether the database counts its ids. */
  readonly hasIdentity: boolean
  /** Rows that a new schema has already. */
  readonly hasFirstRow?: boolean
}

/** Sessions, request counts and uploads are left out: losing them loses nothing. */
export const TABLES: readonly BackupTable[] = [
  { name: 'users', order: 'id', hasIdentity: true },
  { name: 'owners', order: 'id', hasIdentity: true },
  { name: 'members', order: 'owner_id, user_id', hasIdentity: false },
  { name: 'tokens', order: 'id', hasIdentity: true },
  { name: 'blobs', order: 'sha256', hasIdentity: false },
  { name: 'signing_keys', order: 'id', hasIdentity: true },
  { name: 'skills', order: 'id', hasIdentity: true },
  { name: 'aliases', order: 'owner_id, slug', hasIdentity: false },
  { name: 'versions', order: 'id', hasIdentity: true },
  { name: 'version_files', order: 'version_id, part, path collate "C"', hasIdentity: false },
  { name: 'fingerprints', order: 'skill_id, fingerprint, version_id', hasIdentity: false },
  { name: 'tags', order: 'skill_id, tag collate "C"', hasIdentity: false },
  { name: 'stars', order: 'skill_id, user_id', hasIdentity: false },
  { name: 'scans', order: 'id', hasIdentity: true },
  { name: 'decisions', order: 'id', hasIdentity: true },
  { name: 'reports', order: 'id', hasIdentity: true },
  { name: 'search_terms', order: 'skill_id, term', hasIdentity: false },
  { name: 'search_words', order: 'term, audience', hasIdentity: false },
  { name: 'jobs', order: 'id', hasIdentity: true },
  { name: 'log_entries', order: 'number', hasIdentity: false },
  { name: 'log_head', order: 'number', hasIdentity: false, hasFirstRow: true },
  { name: 'generation', order: 'value', hasIdentity: false, hasFirstRow: true },
]
