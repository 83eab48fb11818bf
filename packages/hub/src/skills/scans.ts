/** The findings of scans, as they are kept. */

import type { ExaminedBundle, Finding } from 'metier/gate'
import { one, type Sql } from '../database/database.js'
import { toStorable } from '../http/stored-text.js'
import type { KeptFinding } from './skill-row.js'

/** Keeps the findings of one scan of a version. */
export async function insertScan(
  sql: Sql,
  versionId: number,
  { ruleSet, verdict, findings }: Pick<ExaminedBundle, 'ruleSet' | 'verdict' | 'findings'>,
): Promise<number> {
  const kept = findings.slice(0, MOST_FINDINGS).map(toKept)
  const { id } = await one<{ id: number }>(
    sql,
    'insert into scans (version_id, rule_set, verdict, findings) values ($1, $2, $3, $4::jsonb) returning id',
    [versionId, ruleSet, verdict, JSON.stringify(kept)],
  )
  return id
}

const MOST_FINDINGS = 500

function toKept({ rule, pattern, severity, file, line, column, excerpt, message, advice }: Finding): KeptFinding {
  return {
    rule,
    pattern,
    severity,
    file: toStorable(file),
    line,
    column,
    excerpt: toStorable(excerpt),
    message: toStorable(message),
    ...(advice !== undefined && { advice }),
  }
}
