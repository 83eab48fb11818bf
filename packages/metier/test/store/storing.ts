/** A store over folders of the test's own, with the real local source and a scan that the test decides. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '../../src/gate/finding.js'
import { isTrustedSource } from '../../src/gate/trust.js'
import { parseSourceReference } from '../../src/sources/reference.js'
import { createSources } from '../../src/sources/sources.js'
import { openApprovals } from '../../src/store/approvals/approvals.js'
import type { InstallRequest } from '../../src/store/install.js'
import { installSkill } from '../../src/store/install.js'
import { describeStore, type StoreOptions } from '../../src/store/layout.js'
import type { UpdateContext } from '../../src/store/update.js'
import { type Files, temporaryFolder, writeFiles } from '../support/temporary.js'

export interface Storing {
  readonly home: string
  readonly root: string
  /** Where skills come from. */
  readonly source: string
  readonly context: UpdateContext
  /** The same store with other surroundings. */
  readonly having: (more: Partial<UpdateContext>, store?: Partial<StoreOptions>) => UpdateContext
  readonly install: (
    skill: string,
    request?: Partial<InstallRequest>,
    context?: UpdateContext,
  ) => ReturnType<typeof installSkill>
  readonly offer: (files: Files) => void
}

export function createStoring(files: Files = {}, more: Partial<UpdateContext> = {}): Storing {
  const folder = temporaryFolder()
  const [home, source] = [join(folder, 'home'), join(folder, 'source')]
  const root = join(home, '.agents', 'skills')
  for (const path of [home, source]) mkdirSync(path)
  writeFiles(source, files)
  const having = (others: Partial<UpdateContext>, store: Partial<StoreOptions> = {}): UpdateContext => ({
    store: describeStore({ root, ...store }),
    sources: createSources({ variables: {} }),
    isTrusted: (identity) => isTrustedSource(identity, ['local:*']),
    parseReference: (text) => parseSourceReference(text, { home }),
    scan: async () => ({ findings: [], ruleSet: 'test' }),
    approvals: openApprovals(join(home, '.metier')),
    ...more,
    ...others,
  })
  const context = having({})
  return {
    home,
    root,
    source,
    context,
    having,
    offer: (changed) => writeFiles(source, changed),
    install: (skill, request = {}, used = context) => {
      const reference = parseSourceReference(`local:${join(source, skill)}`)
      if (!reference.ok) throw new Error(reference.failure.message)
      return installSkill(used, { skill, reference: reference.value, ...request })
    },
  }
}

/** A scan that says the same of everything. */
export function scanWith(...findings: readonly Partial<Finding>[]): UpdateContext['scan'] {
  return async () => ({ findings: findings.map(toFinding), ruleSet: 'test' })
}

function toFinding(finding: Partial<Finding>): Finding {
  return {
    rule: 'SK-EX001',
    pattern: 'env exfiltration',
    severity: 'block',
    confidence: 'high',
    file: 'SKILL.md',
    line: 45,
    column: 1,
    excerpt: '',
    message: 'Sends the environment away',
    ...finding,
  }
}
