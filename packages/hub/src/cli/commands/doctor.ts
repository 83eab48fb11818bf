/** `metier-hub doctor`. */

import { one } from '../../database/database.js'
import { findPending } from '../../database/migrate.js'
import { countJobs } from '../../jobs/rescan.js'
import { verifyLog } from '../../log/audit-log.js'
import { DATA_OPTION, type HubCommand } from '../command.js'
import { type OpenedHub, withDatabase } from '../open-hub.js'

export const doctorCommand: HubCommand = {
  name: 'doctor',
  summary: 'Diagnose problems and suggest fixes',
  options: DATA_OPTION,
  run: (input, io) =>
    withDatabase(
      input,
      io,
      async (hub) => {
        const checks = await examine(hub)
        for (const { isGood, text, fix } of checks) {
          io.print(`${isGood ? '✓' : '✗'} ${text}\n${isGood || fix === undefined ? '' : `  ${fix}\n`}`)
        }
        return checks.every(({ isGood }) => isGood) ? 0 : 1
      },
      { migrates: false },
    ),
}

interface Check {
  readonly isGood: boolean
  readonly text: string
  readonly fix?: string
}

async function examine({ database, configuration }: OpenedHub): Promise<readonly Check[]> {
  const { version } = await one<{ version: string }>(database, `select current_setting('server_version') as version`)
  const checks: Check[] = [
    {
      isGood: Number.parseInt(version, 10) >= 15,
      text: `${database.kind} ${version}`,
      fix: 'Use PostgreSQL 15 or newer',
    },
  ]
  const pending = await findPending(database)
  checks.push({
    isGood: pending.length === 0,
    text: pending.length === 0 ? 'The schema is up to date' : `Migrations are missing: ${pending.join(', ')}`,
    fix: 'Run: metier-hub migrate',
  })
  if (pending.length > 0) return checks
  const log = await verifyLog(database)
  checks.push(
    log.ok
      ? { isGood: true, text: `The log has ${log.entries} entries and is intact` }
      : {
          isGood: false,
          text: `The log is broken at entry ${log.number}: ${log.problem}`,
          fix: 'The database was changed by hand: compare it with a backup',
        },
  )
  const jobs = await countJobs(database)
  checks.push({
    isGood: (jobs.failed ?? 0) === 0,
    text: `${jobs.waiting ?? 0} jobs wait, ${jobs.failed ?? 0} failed`,
    fix: 'Run: metier-hub rescan',
  })
  const missing = await one<{ count: number }>(
    database,
    'select count(*)::bigint as count from version_files f where not exists (select 1 from blobs b where b.sha256 = f.sha256)',
  )
  checks.push({
    isGood: missing.count === 0,
    text: missing.count === 0 ? 'Every file has its content' : `${missing.count} files have no content`,
    fix: 'Restore a backup',
  })
  const isLocal = /^(?:127\.|localhost$|::1$)/.test(configuration.host)
  checks.push({
    isGood: isLocal || configuration.publicUrl?.startsWith('https:') === true,
    text: isLocal ? `Listens on ${configuration.host} only` : `Listens on ${configuration.host}`,
    fix: 'Put a proxy with TLS in front of it, and set METIER_HUB_URL to its https address',
  })
  return checks
}
