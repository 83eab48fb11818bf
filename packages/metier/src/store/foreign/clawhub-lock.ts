/** Reads the records that ClawHub's own client wrote, to migrate them. */

import { dirname, join } from 'node:path'
import { redactSecrets } from '../../sources/redact.js'
import { parseSourceReference } from '../../sources/reference.js'
import { findClawhubOrigin } from './clawhub-origin.js'
import type { ForeignRecord } from './foreign-record.js'

const OWN_REGISTRY = /^https:\/\/(?:www\.)?clawhub\.(?:ai|com)\/?$/

export async function findClawhubRecord(root: string, name: string): Promise<ForeignRecord | undefined> {
  const origin = await findClawhubOrigin(root, name)
  if (origin === undefined) return undefined
  const { registry, version, installedAt, pinned, isUnchanged } = origin
  return {
    client: 'clawhub',
    file: join(dirname(root), '.clawhub', 'lock.json'),
    source: registry === null || OWN_REGISTRY.test(registry) ? 'clawhub' : sourceOf(registry),
    version,
    commit: null,
    path: null,
    installedAt,
    pinned,
    isUnchanged,
  }
}

/** In the spelling that `update` understands. Keeps an invalid address as it is, for information. */
function sourceOf(registry: string): string {
  const reference = parseSourceReference(`clawhub+${registry.replace(/\/+$/, '')}`)
  return reference.ok ? reference.value.text : redactSecrets(registry)
}
